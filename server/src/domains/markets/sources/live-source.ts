import { utcDay, type Clock } from '../../../kernel/time/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { CalendarBook } from '../calendars/calendar-book.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Providers, StatedPrice } from '../feeds/provider/provider.ts'
import { baseMs, decideIndex } from './index-price.ts'
import { createLiveInstrument, newestDelayed, type LiveInstrument } from './live-instrument.ts'
import { listenTo } from './live-listening.ts'
import { statusOf } from './live-status.ts'
import { createProviderHealth, type ProviderHealth } from './provider-health.ts'
import { sourcesApart } from './sources-apart.ts'
import { calendarSession, type PriceSource, type SessionState } from './source.ts'
import type { Tick } from '../record/tick.ts'

export type LiveDeps = {
  providers: Providers
  instruments: readonly Instrument[]
  calendars: CalendarBook
  clock: Clock
  log: Log
  /** The newest recorded tick of an instrument. */
  newest: (instrumentId: number) => Tick | undefined
  /** Whether an operator vouches for what a provider reports about an instrument, so that it is believed alone. */
  isConfirmed?: (provider: string, code: string) => boolean
}

/** An index tick older than this closes its instrument; milliseconds. */
const haltAfterMs = 5_000
/** Where no provider has quoted an instrument as it trades for so long, the rate of a bulletin is shown instead. */
const restMs = 600_000

/**
 * Prices of real exchanges and vendors. There is nothing before the record: no generated history, no price of an
 * instrument that no provider quotes. Prices are decided once a second; a session is open while the calendar has it open and the
 * newest tick is at most five seconds old.
 */
export function liveSource(deps: LiveDeps): PriceSource {
  const { providers, calendars, clock, newest, isConfirmed = () => false } = deps
  const health = createProviderHealth()
  const byCode = new Map(deps.instruments.map((one): [string, LiveInstrument] => [one.code, createLiveInstrument(one)]))
  const liveOf = ({ code }: Instrument): LiveInstrument => byCode.get(code) as LiveInstrument
  const listening = listenTo({ ...deps, byCode, health })

  const decide = (instrument: Instrument, live: LiveInstrument): void => {
    const now = clock.now()
    const realTime = [...live.stated.values()].filter(({ delayed }) => delayed !== true)
    Object.assign(live, { price: undefined, decision: undefined })
    if (realTime.length > 0 && calendars.sessionAt(instrument.calendar, now).open)
      decideLive(live, { instrument, realTime, health, isConfirmed, now, newest: newest(instrument.id) })
    else live.hold = undefined
    // Those who quote it as it trades come first: at a start they are given a minute, and later a pause.
    const quoting = (): boolean =>
      now - listening.startedAt() < baseMs &&
      providers.quoting(instrument.code).some(({ name }) => live.stated.get(name)?.delayed !== true)
    if (!realTime.some(({ at }) => now - at <= restMs) && !quoting())
      decideDelayed(live, { now, newest: newest(instrument.id) })
  }

  return {
    ...nothingBefore,
    feedKind: (instrument) => liveOf(instrument).kind,
    priceAt(instrument, second) {
      const live = liveOf(instrument)
      if (live.stated.size === 0) return undefined
      if (live.second !== second) decide(instrument, live)
      live.second = second
      return live.price
    },
    sessionAt: (instrument, atMs) => haltedSession({ calendars, newest: newest(instrument.id) }, instrument, atMs),
    recordingOf(instrument) {
      const rate = newestDelayed(liveOf(instrument))
      if (rate === undefined || newest(instrument.id)?.feedKind !== 'delayed') return undefined
      const name = providers.quoting(instrument.code).find((one) => one.name === rate.provider)?.label ?? rate.provider
      return { name, date: utcDay(rate.at), grain: '1d' }
    },
    live: {
      start: listening.start,
      stop: listening.stop,
      status: () => providers.status(),
      sourcesOf: (instrument) => liveOf(instrument).sources,
      apart: () => sourcesApart(deps.instruments, { liveOf, now: clock.now() }),
      statusOf: (instrument) =>
        statusOf(liveOf(instrument), {
          instrument,
          providers,
          health,
          now: clock.now(),
          isDelayed: newest(instrument.id)?.feedKind === 'delayed',
        }),
    },
  }
}

/** The session by the calendar; halted where the newest tick is more than five seconds old, unless it is a bulletin's. */
export function haltedSession(
  { calendars, newest }: { calendars: CalendarBook; newest: Tick | undefined },
  instrument: Instrument,
  atMs: number,
): SessionState {
  const session = calendarSession(calendars, instrument, atMs)
  if (!session.open || newest?.feedKind === 'delayed') return session
  const ticking = newest !== undefined && atMs - newest.ts <= haltAfterMs
  return ticking ? session : { open: false, until: null, reason: 'halted' }
}

/** What a live installation has of the time before its record: nothing. */
export const nothingBefore = {
  priceAt: () => undefined,
  priceAtOrBefore: () => undefined,
  lastHundredCloses: () => [],
  candlesOf: () => [],
  volumeBetween: () => 0n,
} satisfies Partial<PriceSource>

type Deciding = { now: number; newest: Tick | undefined }

function decideLive(
  live: LiveInstrument,
  params: Deciding & {
    instrument: Instrument
    realTime: readonly StatedPrice[]
    health: ProviderHealth
    isConfirmed: NonNullable<LiveDeps['isConfirmed']>
  },
): void {
  const { now, health, newest } = params
  const { code } = params.instrument
  const decision = decideIndex({
    mids: params.realTime.map(({ provider, mid, at }) => ({
      name: provider,
      mid,
      at,
      dropped: health.of(provider, code, now) !== undefined,
      confirmed: params.isConfirmed(provider, code),
    })),
    rules: live.rules,
    now,
    before: newest?.feedKind === 'delayed' ? undefined : newest,
    hold: live.hold,
    anchor: live.anchor,
  })
  health.judge(code, decision, { rules: live.rules, now })
  live.decision = decision
  live.hold = decision.hold
  live.anchor = decision.anchor
  live.price = decision.price
  // A source whose last quote is older than a minute does not count for this price.
  live.sources = decision.constituents.filter(({ ageMs }) => ageMs <= baseMs)
  if (decision.price !== undefined) live.kind = decision.kind
}

/** A rate of a bulletin becomes one tick when it is new and newer than what the record has. */
function decideDelayed(live: LiveInstrument, { now, newest }: Deciding): void {
  const rate = newestDelayed(live)
  if (rate === undefined) return
  const changed = newest?.feedKind === 'delayed' && newest.price !== rate.mid
  if (newest !== undefined && !changed && rate.at <= newest.ts) return
  live.kind = 'delayed'
  live.price = rate.mid
  live.sources = [{ name: rate.provider, mid: rate.mid, ageMs: Math.max(0, now - rate.at), state: 'used' }]
}
