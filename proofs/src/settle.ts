import { mulDiv } from '@evenhand/protocol/money.ts'
import type { VoidReason } from '@evenhand/protocol/states.ts'

/** A recorded index tick. `price` in units of the instrument's precision, `ts` in epoch milliseconds. */
export type TickRecord = {
  readonly seq: number
  readonly ts: number
  readonly price: bigint
  readonly late: boolean
  readonly feedKind: string
}

/** What an order was accepted under; frozen in its receipt. Nothing here names the customer or the account. */
export type OptionTerms = {
  readonly direction: 'UP' | 'DOWN'
  /** Smallest units of the asset. */
  readonly stake: bigint
  /** Payout rate in millionths. */
  readonly payoutPpm: bigint
  /** Seconds. */
  readonly limitTime: number
  /** Epoch milliseconds. */
  readonly acceptedAt: number
  /** N: the newest seq of the instrument that had been seen at acceptance. */
  readonly seenSeq: number
  /** Feed kinds that may decide the exit. */
  readonly exitKinds: readonly string[]
}

export type Settled = {
  readonly status: 'WON' | 'LOST' | 'TIE' | 'VOID'
  readonly voidReason?: VoidReason
  readonly entry: TickRecord | null
  /** The tick that decided; null when the order is void. */
  readonly exit: TickRecord | null
  /** T, epoch milliseconds; null without an entry. */
  readonly expiresAt: number | null
  /** The moment from which the order is void; null when it is not. */
  readonly voidAt: number | null
  /** What the customer's balance changes by, in smallest units: + stake × rate, − stake, or 0. */
  readonly gain: bigint
}

/** Milliseconds after acceptance before which no tick can be an entry, and after which none can. */
export const entryDelayMs = 500
export const entryLimitMs = 5_000
/** How long before T the exit tick may lie, in milliseconds. */
export const exitAgeMs = 5_000
/** How long after T a tick may still be recorded in time, in milliseconds. */
export const exitGraceMs = 2_000
const oneInPpm = 1_000_000n

type EntryTerms = Pick<OptionTerms, 'acceptedAt' | 'seenSeq'>

/**
 * The entry tick: the first recorded tick, not late, with seq > N and ts ≥ acceptedAt + 500 ms; none when it lies more
 * than 5 s after acceptedAt. `ticks` in order of seq, whole from N + 1 to the end of those 5 s. An early sale takes its
 * tick by the same rule.
 */
export function entryOf(terms: EntryTerms, ticks: readonly TickRecord[]): TickRecord | undefined {
  const first = ticks.find(
    (tick) => !tick.late && tick.seq > terms.seenSeq && tick.ts >= terms.acceptedAt + entryDelayMs,
  )
  return first !== undefined && first.ts <= terms.acceptedAt + entryLimitMs ? first : undefined
}

/** The last recorded tick, not late, with ts ≤ T, whatever its age or kind. `ticks` in order of seq. */
export const lastAtOrBefore = (expiresAt: number, ticks: readonly TickRecord[]): TickRecord | undefined =>
  ticks.findLast((tick) => !tick.late && tick.ts <= expiresAt)

/** What a win adds to the balance: stake × rate, rounded down to the smallest unit. */
export const winOf = (terms: Pick<OptionTerms, 'stake' | 'payoutPpm'>): bigint =>
  mulDiv(terms.stake, terms.payoutPpm, oneInPpm, 'floor')

/**
 * Decides an order from the recorded ticks alone. `ticks` holds, in order of seq, everything recorded of the instrument
 * from N + 1 to the entry window's end and in [T − 5 s, T]. Exit tick: the last one, not late, with ts ≤ T; it must lie
 * in [T − 5 s, T] and be of one of `exitKinds`, else the order is void. Equal prices are a tie.
 */
export function settle(terms: OptionTerms, ticks: readonly TickRecord[]): Settled {
  const entry = entryOf(terms, ticks)
  if (entry === undefined) {
    const voidAt = terms.acceptedAt + entryLimitMs
    return { status: 'VOID', voidReason: 'NO_ENTRY_TICK', entry: null, exit: null, expiresAt: null, voidAt, gain: 0n }
  }
  const expiresAt = entry.ts + terms.limitTime * 1000
  const exit = lastAtOrBefore(expiresAt, ticks)
  if (exit === undefined || exit.ts < expiresAt - exitAgeMs || !terms.exitKinds.includes(exit.feedKind)) {
    const voidAt = expiresAt + exitGraceMs
    return { status: 'VOID', voidReason: 'FEED_INVALID', entry, exit: null, expiresAt, voidAt, gain: 0n }
  }
  const decided = { entry, exit, expiresAt, voidAt: null }
  if (exit.price === entry.price) return { status: 'TIE', ...decided, gain: 0n }
  const won = exit.price > entry.price === (terms.direction === 'UP')
  return won ? { status: 'WON', ...decided, gain: winOf(terms) } : { status: 'LOST', ...decided, gain: -terms.stake }
}

/**
 * Live feeds differ from second to second in how many sources agree, so an exit may be of any of their kinds: the one the
 * order was accepted on, a better one, or one step below.
 */
const liveKinds: readonly string[] = ['live', 'thin', 'single']

/** The kinds that may decide the exit of orders that were accepted on one of `entryKinds`. */
export const exitKindsOf = (entryKinds: readonly string[]): readonly string[] => [
  ...new Set(entryKinds.flatMap((kind) => (liveKinds.includes(kind) ? liveKinds : [kind]))),
]
