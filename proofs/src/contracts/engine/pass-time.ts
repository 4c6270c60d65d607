import { financingOf, midnightsBetween } from '../financing.ts'
import { isExpired } from '../orders.ts'
import { closingPrice, sidesOf } from '../price.ts'
import { dueOf, rateOf, type EngineBook, type EngineOrder, type EngineTick } from './book.ts'
import { closePosition } from './close-position.ts'
import type { EngineEffect } from './effects.ts'
import { endOrder, fillLimitMs } from './fill-order.ts'
import { decideLevel } from './hold-tick.ts'

/**
 * What happens by the clock in (from, to], epoch milliseconds, once every tick of that time has been held: each midnight of
 * UTC charges financing at the newest tick, futures settle at theirs, pending orders end with their date, and a market
 * order that found no tick in time is off.
 */
export function passTime(
  book: EngineBook,
  { from, to }: { readonly from: number; readonly to: number },
): EngineEffect[] {
  return [
    ...midnightsBetween(from, to).flatMap((midnight) => financeAll(book, midnight)),
    ...settleFutures(book, to),
    ...endOrders(book, to),
  ]
}

function financeAll(book: EngineBook, midnight: number): EngineEffect[] {
  const effects: EngineEffect[] = []
  for (const positions of book.positions.values()) {
    for (const position of positions.values()) {
      const { instrument, account } = position
      const tick = book.newest.get(instrument.code)
      const rate = rateOf(book, instrument)
      if (tick === undefined || rate === undefined || position.openTs >= midnight) continue
      const amount = financingOf(instrument, { units: position.units, price: tick.price, rate })
      if (amount === 0n) continue
      const total = position.financing + amount
      positions.set(position.id, { ...position, financing: total })
      account.positions.set(position.id, positions.get(position.id) as typeof position)
      account.floating -= amount
      effects.push({ is: 'financed', position, midnight, tick, rate, amount, total })
    }
  }
  for (const account of book.accounts.values()) effects.push(...decideLevel(book, account))
  return effects
}

function settleFutures(book: EngineBook, to: number): EngineEffect[] {
  const effects: EngineEffect[] = []
  for (const position of dueOf(book.positions, ({ expiresAt }) => expiresAt !== null && expiresAt <= to)) {
    const { instrument, account, side } = position
    const tick: EngineTick | undefined = book.newest.get(instrument.code)
    const rate = rateOf(book, instrument)
    if (tick === undefined || rate === undefined) continue
    const price = closingPrice(side, sidesOf(instrument, tick.price))
    const closing = { reason: 'EXPIRY', request: null, lots: position.lots, tick, rate, price } as const
    effects.push(closePosition(book, position, closing), ...decideLevel(book, account))
  }
  return effects
}

function endOrders(book: EngineBook, to: number): EngineEffect[] {
  const isLate = ({ type, acceptedAt }: EngineOrder): boolean =>
    type === 'MARKET' && to >= acceptedAt + fillLimitMs + 2_000
  const due = dueOf(book.orders, (order) => isLate(order) || isExpired(order.waitsUntil, to))
  return Array.from(due, (order) =>
    endOrder(book, order, { status: isLate(order) ? 'CANCELLED' : 'EXPIRED', tick: null, price: null }),
  )
}
