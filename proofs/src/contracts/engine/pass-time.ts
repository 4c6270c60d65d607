import { midnightsBetween } from '../financing.ts'
import { isExpired } from '../orders.ts'
import { dueOf, isSome, rateOf, type EngineBook, type EngineOrder, type EnginePosition } from './book.ts'
import { chargeFinancing, settle } from './due-by-clock.ts'
import type { EngineEffect } from './effects.ts'
import { callLimitMs, endOrder } from './fill-order.ts'
import { decideLevel } from './hold-tick.ts'

/**
 * What happens by the clock in (from, to], epoch milliseconds, once every tick of that time has been held: each midnight of
 * UTC charges financing at the newest tick, futures settle at theirs, pending orders end with their date, and a market
 * order that found no tick in time is off. Where a later tick has been held already, that tick has charged and settled.
 */
export function passTime(
  book: EngineBook,
  { from, to }: { readonly from: number; readonly to: number },
): EngineEffect[] {
  const effects = [
    ...midnightsBetween(from, to).flatMap((midnight) => financeAll(book, midnight)),
    ...settleFutures(book, to),
    ...endOrders(book, to),
  ]
  book.passedTo = Math.max(book.passedTo, to)
  return effects
}

/** Whether the clock has anything to do in (from, to], epoch milliseconds: without it `passTime` comes to nothing. */
export function isAnyDue(book: EngineBook, { from, to }: { readonly from: number; readonly to: number }): boolean {
  if (midnightsBetween(from, to).length > 0) return true
  return isSome(book.positions, settlesBy(to)) || isSome(book.orders, endsBy(to))
}

function financeAll(book: EngineBook, midnight: number): EngineEffect[] {
  const effects: EngineEffect[] = []
  for (const [code, positions] of book.positions) {
    const [first] = positions.values()
    const tick = book.newest.get(code)
    const rate = first && rateOf(book, first.instrument, midnight)
    if (tick === undefined || rate === undefined || tick.ts > midnight) continue
    effects.push(...chargeFinancing(book, positions.values(), { midnight, tick, rate }))
  }
  for (const account of book.accounts.values()) effects.push(...decideLevel(book, account))
  return effects
}

const settlesBy =
  (to: number) =>
  ({ expiresAt }: EnginePosition): boolean =>
    expiresAt !== null && expiresAt <= to
const isLateBy =
  (to: number) =>
  ({ type, acceptedAt }: EngineOrder): boolean =>
    type === 'MARKET' && to >= acceptedAt + callLimitMs
const endsBy =
  (to: number) =>
  (order: EngineOrder): boolean =>
    isLateBy(to)(order) || isExpired(order.waitsUntil, to)

function settleFutures(book: EngineBook, to: number): EngineEffect[] {
  const effects: EngineEffect[] = []
  for (const position of dueOf(book.positions, settlesBy(to))) {
    const { instrument, account } = position
    const tick = book.newest.get(instrument.code)
    const rate = rateOf(book, instrument, position.expiresAt ?? to)
    if (tick === undefined || rate === undefined) continue
    effects.push(settle(book, position, { tick, rate }), ...decideLevel(book, account))
  }
  return effects
}

function endOrders(book: EngineBook, to: number): EngineEffect[] {
  const isLate = isLateBy(to)
  const due = dueOf(book.orders, endsBy(to))
  return Array.from(due).flatMap((order) => [
    endOrder(book, order, { status: isLate(order) ? 'CANCELLED' : 'EXPIRED', tick: null, price: null }),
    ...decideLevel(book, order.account),
  ])
}
