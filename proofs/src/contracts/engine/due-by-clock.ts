import type { ContractInstrument } from '../classes.ts'
import { financingOf, midnightsBetween } from '../financing.ts'
import { closingPrice, sidesOf, type QuoteRate } from '../price.ts'
import { rateOf, shelfOf, type EngineBook, type EnginePosition, type EngineTick } from './book.ts'
import { closePosition } from './close-position.ts'
import type { EngineEffect } from './effects.ts'

type AtTick = { readonly tick: EngineTick; readonly rate: QuoteRate }

/**
 * What the clock has done to the positions of an instrument before its next tick: midnights of UTC and expiries that lie
 * between two of its ticks take the earlier one, the last at or before their moment. The clock itself comes to them later,
 * once a second counts as whole, and leaves what was done here.
 */
export function dueBetweenTicks(
  book: EngineBook,
  instrument: ContractInstrument,
  { previous, next }: { readonly previous: EngineTick; readonly next: EngineTick },
): EngineEffect[] {
  const positions = shelfOf(book.positions, instrument.code)
  if (positions.length === 0) return []
  const midnights = midnightsBetween(Math.max(previous.ts - 1, book.passedTo), next.ts - 1)
  return [
    ...midnights.flatMap((midnight) => {
      const rate = rateOf(book, instrument, midnight)
      return rate === undefined ? [] : chargeFinancing(book, positions, { midnight, tick: previous, rate })
    }),
    ...shelfOf(book.positions, instrument.code)
      .filter(({ expiresAt }) => expiresAt !== null && expiresAt < next.ts)
      .flatMap((position) => {
        const rate = rateOf(book, instrument, position.expiresAt ?? next.ts)
        return rate === undefined ? [] : [settle(book, position, { tick: previous, rate })]
      }),
  ]
}

/** Charges positions for a midnight at the tick that was the newest then; one that opened at it or after pays nothing. */
export function chargeFinancing(
  book: EngineBook,
  positions: Iterable<EnginePosition>,
  { midnight, tick, rate }: AtTick & { readonly midnight: number },
): EngineEffect[] {
  const effects: EngineEffect[] = []
  for (const { id, instrument, account } of positions) {
    const position = account.positions.get(id)
    const shelf = book.positions.get(instrument.code)
    if (position === undefined || shelf === undefined || position.openTs >= midnight) continue
    if (position.expiresAt !== null && position.expiresAt <= midnight) continue
    const amount = financingOf(instrument, { units: position.units, price: tick.price, rate })
    if (amount === 0n) continue
    const total = position.financing + amount
    const charged = { ...position, financing: total }
    shelf.set(id, charged)
    account.positions.set(id, charged)
    account.floating -= amount
    effects.push({ is: 'financed', position, midnight, tick, rate, amount, total })
  }
  return effects
}

/** Settles a future at the last tick at or before its expiry. */
export function settle(book: EngineBook, position: EnginePosition, { tick, rate }: AtTick): EngineEffect {
  const { instrument, side, lots } = position
  const price = closingPrice(side, sidesOf(instrument, tick.price))
  return closePosition(book, position, { reason: 'EXPIRY', request: null, lots, tick, rate, price })
}
