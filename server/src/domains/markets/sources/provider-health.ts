import type { SourceFault } from '@evenhand/protocol/markets.ts'
import type { ProviderFault, StatedPrice } from '../feeds/provider/provider.ts'
import { baseMs, isNear, type IndexDecision, type Rules } from './index-price.ts'

/** Why a source is not used, since when, and until when at least if it stays good from now on. Times in epoch ms. */
export type Drop = { readonly reason: SourceFault; readonly since: number; readonly until: number }
export type Fault = { provider: string; code?: string; fault: ProviderFault; at: number }
export type ProviderHealth = {
  /** A price that passed every check came in at `now`. */
  priced(stated: StatedPrice, now: number): void
  failed(fault: Fault): void
  /** Judges the sources of an instrument by what was decided of it. Called once a second and instrument, before `of`. */
  judge(code: string, decision: IndexDecision, params: { rules: Rules; now: number }): void
  /** Undefined while the source may be used for the instrument. */
  of(provider: string, code: string, now: number): Drop | undefined
}

/** A dropped source is used again after it was good for this long. */
const goodMs = baseMs
/** So many seconds apart from what the others agree on, within the time below, and a source lies. One alone is a moment's lag. */
const maxApart = 3
const apartWithinMs = 10_000
/**
 * So many frames that make no sense, within the time below, and no fewer than those that do: then a source is malformed.
 * Some happen to every provider, and where trades of many venues come together a part of them is always late.
 */
const maxOdd = 10
const oddWithinMs = 10_000
/** Longer without a decision on an instrument, and no process was watching: its market was closed, or this machine slept. */
const unwatchedMs = 5_000
/** How often a source must have spoken before its usual pause is known. */
const knownAfter = 20

/** What each fault is: the reason it is shown as, and whether one is enough or only a storm of them. */
const faults: Readonly<Record<ProviderFault, { reason: SourceFault; atOnce: boolean }>> = {
  disconnected: { reason: 'unreachable', atOnce: true },
  silent: { reason: 'stalled', atOnce: true },
  noPong: { reason: 'stalled', atOnce: true },
  flood: { reason: 'flooded', atOnce: true },
  badPrice: { reason: 'malformed', atOnce: true },
  fromTheFuture: { reason: 'malformed', atOnce: false },
  gap: { reason: 'malformed', atOnce: false },
  duplicate: { reason: 'malformed', atOnce: false },
  outOfOrder: { reason: 'malformed', atOnce: false },
  garbage: { reason: 'malformed', atOnce: false },
  wrongSymbol: { reason: 'malformed', atOnce: false },
  // Of one symbol as a rule; where the whole connection is refused, its prices are stale in seconds.
  refused: { reason: 'unreachable', atOnce: false },
}

type Dropped = { reason: SourceFault; since: number; goodAt: number | undefined; judgedAt: number }
/** What is held against a provider as a whole, or against what it reports about one instrument. */
type Mark = { dropped: Dropped | undefined; countedFrom: number; odd: number; good: number }
type Rating = Mark & {
  apart: readonly number[]
  receivedAt: number
  received: number
  /** A moving mean of the pauses between its prices; milliseconds. */
  usualMs: number
}

/**
 * Whom to believe. A provider is dropped as a whole for what happens to its connection, and for one instrument for what it
 * reports about it. Kept for each provider and instrument with a quote, so its size is bounded by configuration and catalogue.
 */
export function createProviderHealth(): ProviderHealth {
  const wholes = new Map<string, Mark>()
  const ratings = new Map<string, Map<string, Rating>>()
  /** Since when each instrument is decided on without a break, and when last. */
  const watched = new Map<string, { since: number; last: number }>()
  const clean = (): Mark => ({ dropped: undefined, countedFrom: 0, odd: 0, good: 0 })
  const wholeOf = (provider: string): Mark => kept(wholes, provider, clean)
  const ratingOf = (provider: string, code: string): Rating => {
    const ofCode = kept(ratings, code, () => new Map<string, Rating>())
    return kept(ofCode, provider, () => ({ ...clean(), apart: [], receivedAt: 0, received: 0, usualMs: 0 }))
  }

  return {
    priced({ provider, code }, now) {
      const rating = ratingOf(provider, code)
      onMessage(rating, now)
      for (const mark of [wholeOf(provider), rating]) {
        count(mark, now).good += 1
        const { dropped } = mark
        // Who lied is good by agreeing with the others, and not by going on to speak.
        if (dropped !== undefined && dropped.reason !== 'lied') dropped.goodAt ??= now
      }
    },
    failed({ provider, code, fault, at }) {
      const mark = code === undefined ? wholeOf(provider) : ratingOf(provider, code)
      const { reason, atOnce } = faults[fault]
      if (atOnce || isStorm(mark, at)) drop(mark, reason, at)
    },
    judge(code, decision, { rules, now }) {
      // A level that is held may be the lie itself.
      const level = decision.hold === undefined ? decision.level : undefined
      const watch = kept(watched, code, () => ({ since: now, last: now }))
      if (now - watch.last > unwatchedMs) watch.since = now
      watch.last = now
      const others = decision.behind > 0
      for (const { name, mid, ageMs, state } of decision.constituents) {
        const rating = ratingOf(name, code)
        const good = level === undefined || ageMs > rules.freshMs ? undefined : isNear(mid, level, rules)
        // Against one in good standing two must agree; who is dropped is not good while it quotes something else than the rest.
        const accused = state === 'outlier' ? decision.behind >= 2 : state === 'dropped' && good === false
        if (accused && isApart(rating, now)) drop(rating, 'lied', now)
        if (state === 'stale' && others && isStalled(rating, rules, now - Math.max(rating.receivedAt, watch.since)))
          drop(rating, 'stalled', now)
        judgeLiar(rating, { now, good })
      }
    },
    of(provider, code, now) {
      const drops = [dropOf(wholes.get(provider), now), dropOf(ratings.get(code)?.get(provider), now)]
      return drops.filter((one) => one !== undefined).toSorted((a, b) => b.until - a.until)[0]
    },
  }
}

function kept<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Drops, or begins the time of being good anew where it is dropped already. Who lied stays a liar until it agreed. */
function drop(mark: Mark, reason: SourceFault, now: number): void {
  const before = dropOf(mark, now)
  mark.dropped = {
    reason: before?.reason === 'lied' ? 'lied' : reason,
    since: before?.since ?? now,
    goodAt: undefined,
    judgedAt: now,
  }
}

const dropOf = (mark: Mark | undefined, now: number): Drop | undefined => {
  if (mark?.dropped === undefined) return undefined
  const { reason, since, goodAt } = mark.dropped
  const until = (goodAt ?? now) + goodMs
  return until <= now ? undefined : { reason, since, until }
}

function onMessage(rating: Rating, now: number): void {
  if (rating.received > 0)
    rating.usualMs += (Math.min(now - rating.receivedAt, goodMs) - rating.usualMs) / Math.min(16, rating.received)
  rating.received += 1
  rating.receivedAt = now
}

/** The counts of the present stretch of time. */
function count(mark: Mark, now: number): Mark {
  if (now - mark.countedFrom > oddWithinMs) Object.assign(mark, { countedFrom: now, odd: 0, good: 0 })
  return mark
}

function isStorm(mark: Mark, now: number): boolean {
  const { odd, good } = Object.assign(mark, { odd: count(mark, now).odd + 1 })
  return odd >= maxOdd && odd >= good
}

function isApart(rating: Rating, now: number): boolean {
  rating.apart = [...rating.apart.filter((at) => now - at < apartWithinMs), now]
  return rating.apart.length >= maxApart
}

/**
 * A source that spoke of an instrument all the time and then no more, while others go on. The pause must be long for
 * this source: a pair without trades for a while is merely stale, and used with its next price.
 */
const isStalled = (rating: Rating, rules: Rules, silentMs: number): boolean =>
  rating.received >= knownAfter && silentMs > Math.max(3 * rules.freshMs, 20 * rating.usualMs)

/** Time in which there is nothing to compare a liar with does not count, neither for nor against it. */
function judgeLiar(rating: Rating, { now, good }: { now: number; good: boolean | undefined }): void {
  const { dropped } = rating
  if (dropped?.reason !== 'lied' || dropOf(rating, now) === undefined) return
  if (good === undefined && dropped.goodAt !== undefined) dropped.goodAt += now - dropped.judgedAt
  if (good === true) dropped.goodAt ??= now
  if (good === false) dropped.goodAt = undefined
  dropped.judgedAt = now
}
