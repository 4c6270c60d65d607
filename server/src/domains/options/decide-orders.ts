import {
  entryDelayMs,
  entryLimitMs,
  entryOf,
  exitAgeMs,
  exitGraceMs,
  exitKindsOf,
  settle,
  type OptionTerms,
  type Settled,
} from '@evenhand/proofs/settle.ts'
import type { FeedKind } from '@evenhand/protocol/markets.ts'
import type { Instrument, Markets, Tick } from '../markets/index.ts'
import type { OrderTerms } from './options.deps.ts'

/** After this much no tick of a past moment can count any more: what is recorded later is late. */
export const latenessMs = exitGraceMs

const exitKinds = new Map<FeedKind, readonly string[]>()

/** Thousands of orders are decided at once, on one of a handful of kinds. */
function exitKindsBy(kind: FeedKind): readonly string[] {
  const known = exitKinds.get(kind) ?? exitKindsOf([kind])
  exitKinds.set(kind, known)
  return known
}

/** The part of an order that decides its result: what proofs/settle.ts takes. */
export const termsOf = (order: OrderTerms): OptionTerms => ({
  direction: order.direction,
  stake: order.stake,
  payoutPpm: order.payoutPpm,
  limitTime: order.limitTime,
  acceptedAt: order.acceptedAt,
  seenSeq: order.seenSeq,
  exitKinds: exitKindsBy(order.feedKind),
})

export type Known = { markets: Markets; instrumentOf: (id: number) => Instrument }
export type Decided = { order: OrderTerms; settlement: Settled }

/** The recorded ticks among which each order's entry is, in the order of the request. Orders that share a window share its reading. */
export function entryTicks(orders: readonly OrderTerms[], { markets, instrumentOf }: Known): Promise<Tick[][]> {
  return readShared(
    markets,
    orders.map((order) => ({
      code: instrumentOf(order.instrumentId).code,
      from: order.acceptedAt + entryDelayMs,
      to: order.acceptedAt + entryLimitMs,
    })),
  )
}

/**
 * The outcome of each order by the record, for those it decides by `now`; the others are left out and requested again later. An
 * order is decided at the first of: a tick after its expiry is recorded, or two seconds have passed since.
 */
export async function decideOrders(orders: readonly OrderTerms[], known: Known & { now: number }): Promise<Decided[]> {
  const { markets, instrumentOf, now } = known
  const entries = await entryTicks(orders, known)
  const decided: Decided[] = []
  const running: { order: OrderTerms; entryTicks: Tick[]; expiresAt: number; code: string }[] = []
  orders.forEach((order, index) => {
    const ticks = entries[index] ?? []
    const terms = termsOf(order)
    const entry = entryOf(terms, ticks)
    if (entry === undefined) {
      if (now >= order.acceptedAt + entryLimitMs + latenessMs) decided.push({ order, settlement: settle(terms, ticks) })
      return
    }
    const expiresAt = entry.ts + order.limitTime * 1000
    const { code } = instrumentOf(order.instrumentId)
    if (now >= expiresAt + exitGraceMs || (markets.latest(code)?.ts ?? 0) > expiresAt)
      running.push({ order, entryTicks: ticks, expiresAt, code })
  })
  const exits = await readShared(
    markets,
    running.map(({ code, expiresAt }) => ({ code, from: expiresAt - exitAgeMs, to: expiresAt })),
  )
  running.forEach(({ order, entryTicks: ticks }, index) => {
    decided.push({ order, settlement: settle(termsOf(order), [...ticks, ...(exits[index] ?? [])]) })
  })
  return decided
}

type Window = { code: string; from: number; to: number }

async function readShared(markets: Markets, windows: readonly Window[]): Promise<Tick[][]> {
  const indexes = new Map<string, number>()
  const distinct: Window[] = []
  const windowIndexes = windows.map((window) => {
    const key = `${window.code} ${Math.ceil(window.from / 1000)} ${Math.floor(window.to / 1000)}`
    const known = indexes.get(key)
    if (known !== undefined) return known
    indexes.set(key, distinct.length)
    // Ticks stand on whole seconds, so windows that hold the same seconds hold the same ticks.
    distinct.push({
      code: window.code,
      from: Math.ceil(window.from / 1000) * 1000,
      to: Math.floor(window.to / 1000) * 1000,
    })
    return distinct.length - 1
  })
  const ticks = distinct.length === 0 ? [] : await markets.ticks(distinct)
  return windowIndexes.map((index) => ticks[index] ?? [])
}
