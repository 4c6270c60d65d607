import { freeOf } from '../account.ts'
import type { ContractInstrument, ContractTerms } from '../classes.ts'
import type { Remaining } from '../close.ts'
import type { Expiry } from '../expiry.ts'
import type { PendingType } from '../orders.ts'
import {
  closingPrice,
  gainedPrice,
  sidesOf,
  worthAt,
  type QuoteRate,
  type Side,
  type Sides,
  type Worth,
} from '../price.ts'
import { parity, quoteRate, rateSourceOf } from '../quote-rate.ts'
import type { Stops } from '../stops.ts'
import { termsOf } from '../terms.ts'

/** A recorded tick as the engine holds it: `price` in units of the instrument's precision. */
export type EngineTick = { readonly seq: number; readonly ts: number; readonly price: bigint }

/** An account with its sums, smallest units of USDT. */
export type EngineAccount = {
  /** Account and asset, e.g. "17/2". */
  readonly key: string
  /** The free balance that may be traded with; margin in use is not in it, nor what orders have set aside. */
  available: bigint
  /** What market orders that wait have set aside: in no position yet, and the account's own money. */
  held: bigint
  /** Margin of its open positions. */
  margin: bigint
  /** Σ profit − financing of its open positions. */
  floating: bigint
  /** Losses already realised that exceeded what was free; paid from the next profit, or by the reserve at the end. */
  debt: bigint
  readonly positions: Map<string, EnginePosition>
  /** The lowest warning given since the level was above it, per cent; null before the first. */
  warned: bigint | null
  /** What closes next, at a tick of its instrument after `afterSeq`. */
  closingOut: { readonly id: string; readonly afterSeq: number } | null
}

/** A customer's call to close some lots, accepted at a time at which `seenSeq` was the newest tick. */
export type CloseRequest = {
  readonly id: string
  readonly lots: bigint
  readonly acceptedAt: number
  readonly seenSeq: number
}

/** An open position of an account. */
export type EnginePosition = Remaining & {
  readonly id: string
  readonly instrument: ContractInstrument
  readonly account: EngineAccount
  stops: Stops
  /** The tick it opened at; later ones alone are held against it. */
  readonly openSeq: number
  readonly openTs: number
  /** Epoch milliseconds at which a future settles. */
  readonly expiresAt: number | null
  /** Calls to close that wait for their tick, oldest first. */
  closeRequests: readonly CloseRequest[]
  /** At the newest tick held against it, smallest units of USDT. */
  profit: bigint
}

/** An order that has not opened yet. */
export type EngineOrder = {
  readonly id: string
  readonly instrument: ContractInstrument
  readonly account: EngineAccount
  readonly side: Side
  readonly type: 'MARKET' | PendingType
  readonly lots: bigint
  readonly leverage: number
  /** Price of a pending order. */
  readonly price: bigint | null
  stops: Stops
  readonly maxPips: bigint | null
  readonly acceptedAt: number
  readonly seenSeq: number
  /** The price on its opening side when it was accepted. */
  readonly seenPrice: bigint
  /** Until when a pending order waits, epoch milliseconds. */
  readonly waitsUntil: number | null
  /** When it settles if it opens then, epoch milliseconds; null where there is no expiry. */
  readonly expiryOf: (openedAt: number) => Expiry | null
  /** What a market order has set aside for margin and fee. */
  readonly held: bigint
}

/** What the engine knows: orders and positions by instrument in the order of acceptance, and the newest tick of each. */
export type EngineBook = {
  readonly accounts: Map<string, EngineAccount>
  readonly positions: Map<string, Map<string, EnginePosition>>
  readonly orders: Map<string, Map<string, EngineOrder>>
  readonly newest: Map<string, EngineTick>
  /** Up to when the clock has done its part, epoch milliseconds. */
  passedTo: number
  /** The ticks of the last seconds by instrument, for rates at a time that is a little back. */
  readonly recent: Map<string, readonly EngineTick[]>
  /** Decimals of recorded prices by instrument, for the pairs that convert quote currencies. */
  readonly precisionOf: (code: string) => number
}

export const emptyBook = (precisionOf: (code: string) => number): EngineBook => ({
  accounts: new Map(),
  positions: new Map(),
  orders: new Map(),
  newest: new Map(),
  passedTo: 0,
  recent: new Map(),
  precisionOf,
})

export const cashOf = ({ available, margin, debt }: EngineAccount): bigint => available + margin - debt
/** What is set aside counts: it is margin of a position or free again within seconds. */
export const equityOf = (account: EngineAccount): bigint => cashOf(account) + account.held + account.floating
/** What a new position may take beside what its own order has set aside. */
export const freeIn = (account: EngineAccount): bigint =>
  freeOf(cashOf(account), account.margin, cashOf(account) + account.floating)

const recentMs = 10_000

/** Takes a tick as the newest of its instrument. */
export function addTick(book: EngineBook, code: string, tick: EngineTick): void {
  const { newest, recent } = book
  const before = newest.get(code)
  const ticks = recent.get(code) ?? (before === undefined ? [] : [before])
  const first = ticks.findIndex(({ ts }) => ts > tick.ts - recentMs)
  // One older tick stays: it is the last one at a time before the others.
  recent.set(code, [...ticks.slice(first < 0 ? -1 : Math.max(0, first - 1)), tick])
  newest.set(code, tick)
}

/** The last tick that was held of an instrument with ts ≤ `at`, epoch milliseconds; the newest where it is not known. */
function tickAt({ newest, recent }: EngineBook, code: string, at: number): EngineTick | undefined {
  const last = newest.get(code)
  if (last === undefined || last.ts <= at) return last
  return recent.get(code)?.findLast(({ ts }) => ts <= at) ?? last
}

/**
 * What one unit of an instrument's quote currency is in USDT by the newest ticks, or by those at a time; undefined before
 * the first of its pair.
 */
export function rateOf(book: EngineBook, { quote }: ContractInstrument, at = Infinity): QuoteRate | undefined {
  const source = rateSourceOf(quote)
  if (source === null) return parity
  const tick = tickAt(book, source.code, at)
  return tick && quoteRate(source, { price: tick.price, precision: book.precisionOf(source.code) })
}

const inside = <T extends { readonly id: string; readonly instrument: ContractInstrument }>(
  shelf: Map<string, Map<string, T>>,
  one: T,
): void => {
  const { code } = one.instrument
  shelf.set(code, (shelf.get(code) ?? new Map<string, T>()).set(one.id, one))
}

/** Adds a position whose margin is no longer among what is available. */
export function addPosition(book: EngineBook, position: EnginePosition): void {
  inside(book.positions, position)
  position.account.positions.set(position.id, position)
  position.account.margin += position.margin
  position.account.floating += position.profit - position.financing
}

export function removePosition(book: EngineBook, position: EnginePosition): void {
  book.positions.get(position.instrument.code)?.delete(position.id)
  position.account.positions.delete(position.id)
  position.account.margin -= position.margin
  position.account.floating -= position.profit - position.financing
}

/** Adds an order; what it has set aside is in its account's `held` already. */
export const addOrder = (book: EngineBook, order: EngineOrder): void => inside(book.orders, order)

/** Takes an order out and makes what it had set aside available. */
export function removeOrder(book: EngineBook, { id, instrument, account, held }: EngineOrder): void {
  book.orders.get(instrument.code)?.delete(id)
  account.held -= held
  account.available += held
}

/** An index price of an instrument as positions are valued at it. */
export type Mark = { readonly sides: Sides; readonly worth: Worth }

export const markAt = (
  instrument: ContractInstrument,
  { price, rate }: { readonly price: bigint; readonly rate: QuoteRate },
): Mark => ({ sides: sidesOf(instrument, price), worth: worthAt({ precision: instrument.precision, rate }) })

/** The marks of one index price of an instrument: positions keep the spread of their own terms, and share a mark under each. */
export function marksAt(params: Parameters<typeof markAt>[1]): (instrument: ContractInstrument) => Mark {
  const known = new Map<ContractTerms, Mark>()
  return (instrument) => {
    const terms = termsOf(instrument)
    const mark = known.get(terms) ?? markAt(instrument, params)
    known.set(terms, mark)
    return mark
  }
}

/** Values a position at an index price and corrects the sum of its account. */
export function markPosition(position: EnginePosition, { sides, worth }: Mark): void {
  const { side, open, units, account } = position
  const profit = worth(units, gainedPrice(side, open, closingPrice(side, sides)))
  account.floating += profit - position.profit
  position.profit = profit
}

/** Those of an instrument as they stand now: a part that stays open after a closing counts for the next tick, not for this. */
export const shelfOf = <T>(shelf: ReadonlyMap<string, ReadonlyMap<string, T>>, code: string): readonly T[] =>
  Array.from(shelf.get(code)?.values() ?? [])

/** Those of a shelf for which the clock has something to do, as they stand now. */
export function* dueOf<T>(
  shelf: ReadonlyMap<string, ReadonlyMap<string, T>>,
  isDue: (one: T) => boolean,
): Generator<T, undefined> {
  for (const ones of shelf.values()) for (const one of [...ones.values()].filter(isDue)) yield one
}

/** Whether a shelf has one of them. */
export function isSome<T>(shelf: ReadonlyMap<string, ReadonlyMap<string, T>>, isOne: (one: T) => boolean): boolean {
  for (const ones of shelf.values()) for (const one of ones.values()) if (isOne(one)) return true
  return false
}
