import { dayMs } from '@evenhand/protocol/durations.ts'
import { marketTypes, type FeedKind, type HaltCause } from '@evenhand/protocol/markets.ts'
import { mulDiv } from '@evenhand/protocol/money.ts'
import type { Instrument } from '../catalogue/instrument.ts'

/** What one source reports about an instrument: the middle of bid and ask in units, and the epoch ms its age counts from. */
export type SourceMid = {
  readonly name: string
  readonly mid: bigint
  readonly at: number
  /** Set while its status keeps it from being used. */
  readonly dropped: boolean
  /** An operator has compared its price and vouches that it is of this instrument. */
  readonly confirmed?: boolean
}
/** A source in the making of a tick: used, or left out and why. Its age is in milliseconds. */
export type Constituent = {
  readonly name: string
  readonly mid: bigint
  readonly ageMs: number
  readonly state: 'used' | 'stale' | 'outlier' | 'dropped' | 'held'
}
/** A jump that no source has confirmed yet: where the price stood before, where it went, and since when it stands there. */
export type Hold = {
  readonly from: bigint
  readonly level: bigint
  readonly since: number
  readonly seen: number
}
export type Rules = {
  /** A price older than this is stale; milliseconds. */
  readonly freshMs: number
  /** A larger move than this waits for a second source; millionths of the price before. */
  readonly jumpPpm: bigint
  /** The finest step of the instrument, in units: sources cannot agree more closely. */
  readonly tickUnits: bigint
  /** The catalogue's price, in units, by which a lone source is measured. */
  readonly reference: bigint
  /** A lone source's anchor is as old as this at most; milliseconds. */
  readonly anchorMs: number
}
/**
 * The price, in units, that a lone source is measured from, and since when, epoch ms: the last one that two sources agreed
 * on or an operator vouched for, or that was recorded before this process.
 */
export type Anchor = { readonly price: bigint; readonly since: number }
export type IndexRequest = {
  readonly mids: readonly SourceMid[]
  readonly rules: Rules
  /** Epoch ms of the decision. */
  readonly now: number
  /** The newest recorded tick that a jump is measured from; undefined where there is none. */
  readonly before: { readonly price: bigint; readonly ts: number } | undefined
  readonly hold: Hold | undefined
  /** As the second before left it. */
  readonly anchor: Anchor | undefined
}
export type IndexDecision = {
  readonly constituents: readonly Constituent[]
  /** What the sources agree on, also while it is held; undefined where they agree on nothing. */
  readonly level: bigint | undefined
  /** How many sources stand behind the level. */
  readonly behind: number
  readonly hold: Hold | undefined
  readonly anchor: Anchor | undefined
} & (
  | { readonly price: bigint; readonly kind: FeedKind & ('live' | 'thin' | 'single'); readonly why?: never }
  | { readonly price?: never; readonly why: HaltCause }
)

/** 0.5 %: sources further apart than this do not agree. */
const spreadPpm = 5_000n
/** A lone source whose price is further from what is known, up or down, may be one of something else. */
const farTimes = 3n
/** A tick older than this is no base to measure a jump from, and a level that has stood this long is believed. */
export const baseMs = 60_000

/**
 * The figures by which an instrument's index is made. Prices of exchanges with an order book that may rest (stocks, ETF,
 * futures) are fresh for 15 s, those that are quoted all the time (crypto, forex, metals) for 5 s.
 */
export function rulesOf({ type, subType, tickUnits, refUnits }: RuledBy): Rules {
  const isCrypto = type === marketTypes.crypto
  return {
    freshMs: type === marketTypes.stocks || type === marketTypes.futures || subType === 'etf' ? 15_000 : 5_000,
    jumpPpm: isCrypto ? 100_000n : 20_000n,
    tickUnits,
    reference: refUnits,
    // Anybody may give a coin the code of another. Codes of the others are given out by their exchange.
    anchorMs: isCrypto ? Infinity : dayMs,
  }
}
export type RuledBy = Pick<Instrument, 'type' | 'subType' | 'tickUnits' | 'refUnits'>

/**
 * One second of an instrument's index: the median of the fresh sources, those further than 0.5 % from it left out and the
 * median taken again. No tick where the sources agree on nothing, and none while a jump of a single source is held: until
 * a second source shows it, the old level returns, or the new one has stood for a minute. A single source far from both
 * its anchor and the catalogue's price, however it came there, is held until a second one shows the same, however long
 * that takes.
 */
export function decideIndex(request: IndexRequest): IndexDecision {
  const { rules, now } = request
  const fresh = request.mids.filter((one) => !one.dropped && now - one.at <= rules.freshMs)
  const used = new Set(agreeing(fresh, rules))
  const level = used.size === 0 ? undefined : medianOf([...used].map(({ mid }) => mid))
  const confirmed = [...used].some((one) => one.confirmed === true)
  const hold = level === undefined ? restingHold(request) : holdOf(request, { level, behind: used.size, confirmed })
  const constituents = request.mids.map((one): Constituent => {
    const age = { name: one.name, mid: one.mid, ageMs: Math.max(0, now - one.at) }
    if (used.has(one)) return { ...age, state: hold === undefined ? 'used' : 'held' }
    return { ...age, state: one.dropped ? 'dropped' : fresh.includes(one) ? 'outlier' : 'stale' }
  })
  const anchor = anchorOf(request, {
    level: hold === undefined ? level : undefined,
    isAgreed: used.size >= 2 || confirmed,
  })
  const decided = { constituents, level, behind: used.size, hold, anchor }
  if (level === undefined) return { ...decided, why: fresh.length === 0 ? 'noSource' : 'disagreement' }
  if (hold !== undefined) return { ...decided, why: 'jumpHeld' }
  return { ...decided, price: level, kind: used.size >= 3 ? 'live' : used.size === 2 ? 'thin' : 'single' }
}

/** The sources that make the price; none where fewer than half of them agree, because then they agree on nothing. */
function agreeing(fresh: readonly SourceMid[], rules: Rules): readonly SourceMid[] {
  if (fresh.length === 0) return []
  const middle = medianOf(fresh.map(({ mid }) => mid))
  const near = fresh.filter(({ mid }) => isNear(mid, middle, rules))
  if (near.length * 2 < fresh.length || (near.length === 1 && fresh.length > 1)) return []
  const [one, other] = near
  // Two have no middle that either of them named, so they must agree with each other and not with it.
  if (near.length === 2 && one !== undefined && other !== undefined) {
    const agree = isNear(one.mid, other.mid, rules) || isNear(other.mid, one.mid, rules)
    if (!agree) return []
  }
  return near
}

/** What becomes of a jump now that the sources have a level; undefined where the level may be believed. */
function holdOf(request: IndexRequest, { level, behind, confirmed }: Level): Hold | undefined {
  const { now, rules, before } = request
  if (behind >= 2) return undefined
  const held = restingHold(request)
  const base = held?.from ?? (before !== undefined && now - before.ts <= baseMs ? before.price : undefined)
  const isJump = base !== undefined && !isWithin(level, base, { ppm: rules.jumpPpm, rules })
  const isTrusted = confirmed || isLikely(level, request)
  if (!isJump && isTrusted) return undefined
  const stands = held !== undefined && isWithin(level, held.level, { ppm: rules.jumpPpm, rules })
  if (isTrusted && stands && now - held.since >= baseMs) return undefined
  const from = base ?? before?.price ?? rules.reference
  return { from, level: stands ? held.level : level, since: stands ? held.since : now, seen: now }
}
type Level = { level: bigint; behind: number; confirmed: boolean }

/** Whether a lone source's price is near one that is known of the instrument: its anchor, or the catalogue's. */
function isLikely(level: bigint, request: IndexRequest): boolean {
  const { rules } = request
  const known = [firstAnchor(request)?.price ?? rules.reference, rules.reference]
  return known.some((one) => isWithinTimes(level, one) || isWithin(level, one, { ppm: rules.jumpPpm, rules }))
}

/** The anchor that stands; at the start of a process the last recorded price, however old. */
const firstAnchor = ({ anchor, before }: IndexRequest): Anchor | undefined =>
  anchor ?? (before && { price: before.price, since: before.ts })

/** What a lone source will be measured from, now that `level` is the price; undefined where there is none this second. */
function anchorOf(
  request: IndexRequest,
  { level, isAgreed }: { level: bigint | undefined; isAgreed: boolean },
): Anchor | undefined {
  const { now, rules } = request
  const stands = firstAnchor(request)
  if (level === undefined) return stands
  if (isAgreed) return { price: level, since: now }
  if (stands === undefined) return { price: rules.reference, since: now }
  return now - stands.since < rules.anchorMs ? stands : { price: level, since: now }
}

/** Whether two prices of the same sign are apart by no more than the factor, up or down. */
function isWithinTimes(price: bigint, other: bigint): boolean {
  const [one, two] = [magnitude(price), magnitude(other)]
  return price < 0n === other < 0n && one <= two * farTimes && two <= one * farTimes
}

/** The hold that still counts: one whose level no source has stated for a minute is forgotten, like a base that old. */
const restingHold = ({ hold, now }: Pick<IndexRequest, 'hold' | 'now'>): Hold | undefined =>
  hold !== undefined && now - hold.seen <= baseMs ? hold : undefined

/** Whether a price lies within `ppm` millionths of another, or within one step of the instrument where that is more. */
export function isWithin(price: bigint, params: bigint, { ppm, rules }: { ppm: bigint; rules: Rules }): boolean {
  const distance = magnitude(price - params)
  return distance <= rules.tickUnits || distance * 1_000_000n <= ppm * magnitude(params)
}

/** Whether a price agrees with the index, as closely as sources must with one another. */
export const isNear = (price: bigint, level: bigint, rules: Rules): boolean =>
  isWithin(price, level, { ppm: spreadPpm, rules })

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** The middle one, or the mean of the middle two, half-even to the unit. */
export function medianOf(mids: readonly bigint[]): bigint {
  const sorted = mids.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const high = sorted[sorted.length >> 1] as bigint
  if (sorted.length % 2 === 1) return high
  return mulDiv((sorted[(sorted.length >> 1) - 1] as bigint) + high, 1n, 2n, 'half-even')
}
