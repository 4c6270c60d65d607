import type { ContractInstrument } from '../classes.ts'
import { largestLoss, type Valuation } from '../close-out-order.ts'
import { closeOutPercent, isLevelWithin, levelOf, warnedAgainPoints, warningPercents } from '../account.ts'
import { closingPrice, type QuoteRate, type Sides } from '../price.ts'
import { triggeredStop } from '../stops.ts'
import {
  addTick,
  equityOf,
  marksAt,
  markPosition,
  rateOf,
  shelfOf,
  type EngineAccount,
  type EngineBook,
  type EnginePosition,
  type EngineTick,
} from './book.ts'
import { closePosition } from './close-position.ts'
import { dueBetweenTicks } from './due-by-clock.ts'
import type { ClosedReason, EngineEffect } from './effects.ts'
import { fillDelayMs, fillLimitMs, fillOrder } from './fill-order.ts'

/**
 * Holds one recorded tick against all positions and orders of its instrument and against the margin level of the accounts
 * they are of, and advances the book. What the clock did before it comes first; then positions, in the order of opening: a due
 * close-out, then the customer's own call, then stop and target; then the orders, whose positions see later ticks alone; then the levels. A tick that is
 * not newer than the last does nothing: each counts once.
 */
export function holdTick(book: EngineBook, instrument: ContractInstrument, tick: EngineTick): EngineEffect[] {
  const previous = book.newest.get(instrument.code)
  if (tick.seq <= (previous?.seq ?? 0)) return []
  const effects = previous === undefined ? [] : dueBetweenTicks(book, instrument, { previous, next: tick })
  addTick(book, instrument.code, tick)
  const rate = rateOf(book, instrument)
  if (rate === undefined) return effects
  const markOf = marksAt({ price: tick.price, rate })
  const touched = new Set(effects.flatMap((effect) => ('position' in effect ? [effect.position.account] : [])))
  for (const position of shelfOf(book.positions, instrument.code)) {
    touched.add(position.account)
    const mark = markOf(position.instrument)
    const { sides } = mark
    const due = dueClosing(position, sides, tick)
    markPosition(position, mark)
    if (due !== null) effects.push(close(book, position, { ...due, sides, tick, rate }))
  }
  for (const order of shelfOf(book.orders, instrument.code)) {
    const effect = fillOrder(book, order, { tick, rate })
    if (effect === undefined) continue
    touched.add(order.account)
    effects.push(effect)
  }
  for (const account of touched) effects.push(...decideLevel(book, account))
  return effects
}

type Due = { reason: ClosedReason; request: EnginePosition['closeRequests'][number] | null }

function dueClosing(position: EnginePosition, sides: Sides, tick: EngineTick): Due | null {
  const { closingOut } = position.account
  if (tick.seq <= position.openSeq) return null
  if (closingOut?.id === position.id && tick.seq > closingOut.afterSeq) return { reason: 'CLOSEOUT', request: null }
  const request = position.closeRequests.length === 0 ? undefined : position.closeRequests.find(isFilledBy(tick))
  if (request !== undefined) return { reason: 'USER', request }
  const stop = triggeredStop(position.side, sides, position.stops)
  return stop === null ? null : { reason: stop, request: null }
}

const isFilledBy =
  (tick: EngineTick) =>
  ({ acceptedAt, seenSeq }: EnginePosition['closeRequests'][number]): boolean =>
    tick.seq > seenSeq && tick.ts >= acceptedAt + fillDelayMs && tick.ts <= acceptedAt + fillLimitMs

function close(
  book: EngineBook,
  position: EnginePosition,
  { sides, reason, request, tick, rate }: Due & { sides: Sides; tick: EngineTick; rate: QuoteRate },
): EngineEffect {
  const wanted = request?.lots ?? position.lots
  const lots = wanted < position.lots ? wanted : position.lots
  // A price below zero would pay more than a position can be worth.
  const price = closingPrice(position.side, sides)
  return closePosition(book, position, { reason, request, lots, tick, rate, price: price > 0n ? price : 0n })
}

/**
 * Warnings at 100 % and 75 %, each once until the level is five points above it; at 50 % the largest loss is the next to close.
 * Without a position what is still owed is paid by the reserve (negative balance protection), unless an order still has money
 * set aside: that pays first, once the order has ended or its position has.
 */
export function decideLevel(book: EngineBook, account: EngineAccount): EngineEffect[] {
  if (account.positions.size === 0) {
    account.warned = null
    account.closingOut = null
    if (account.debt === 0n || account.held > 0n) return []
    const amount = account.debt
    account.debt = 0n
    return [{ is: 'protected', account, amount }]
  }
  const { margin } = account
  const equity = equityOf(account)
  const { warned } = account
  // Nearly always: above every bound, and not warned before.
  if (equity > margin && warned === null) return []
  const effects: EngineEffect[] = []
  const percent =
    warningPercents.findLast((bound) => {
      const wasWarned = warned !== null && warned <= bound
      return isLevelWithin(wasWarned ? bound + warnedAgainPoints : bound, equity, margin)
    }) ?? null
  if (percent !== null && (warned === null || percent < warned)) {
    effects.push({ is: 'warned', account, percent, level: levelOf(equity, margin) ?? 0n })
  }
  account.warned = percent
  if (account.closingOut === null && isLevelWithin(closeOutPercent, equity, margin)) {
    const valuations = valuationsOf(book, account)
    const { id, seq } = largestLoss(valuations)
    account.closingOut = { id, afterSeq: seq }
    effects.push({ is: 'closingOut', account, ...account.closingOut, equity, margin, valuations })
  }
  return effects
}

/** Positions of an account as they stand at the newest tick of each, in the order of opening; of one moment in that of their ids. */
const valuationsOf = (book: EngineBook, { positions }: EngineAccount): Valuation[] =>
  [...positions.values()]
    .toSorted((a, b) => a.openTs - b.openTs || (a.id < b.id ? -1 : 1))
    .map(({ id, instrument, profit, financing }) => {
      const { seq, ts } = book.newest.get(instrument.code) ?? { seq: 0, ts: 0 }
      return { id, seq, ts, result: profit - financing }
    })
