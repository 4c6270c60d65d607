import { utcDay, type Clock } from '../../../kernel/time/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { CalendarBook } from '../calendars/calendar-book.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Providers, StatedPrice } from '../feeds/provider/provider.ts'
import { baseMs, decideIndex } from './index-price.ts'
import { emptyLine, newestDelayed, type LiveInstrument } from './live-instrument.ts'
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
  /** Whether an operator vouches for what a provider says of an instrument, so that it is believed alone. */
  isConfirmed?: (provider: string, code: string) => boolean
}

/** An index tick older than this closes its instrument; milliseconds. */
const haltAfterMs = 5_000
/** Where no provider has quoted an instrument as it trades for so long, the rate of a bulletin is shown instead. */
const restMs = 600_000

/**
 * Prices of real exchanges and vendors. There is nothing before the record: no generated history, no price of an
 * instrument that no provider quotes. Prices are decided once a second; a session is open while the calendar says so and the
 * newest tick is at most five seconds old.
 */
export function liveSource(deps: LiveDeps): PriceSource {
  const { providers, calendars, clock, newest, isConfirmed = () => false } = deps
  const health = createProviderHealth()
  const lines = new Map(deps.instruments.map((one): [string, LiveInstrument] => [one.code, emptyLine(one)]))
  const lineOf = ({ code }: Instrument): LiveInstrument => lines.get(code) as LiveInstrument
  const listening = listenTo({ ...deps, lines, health })

  const decide = (instrument: Instrument, line: LiveInstrument): void => {
    const now = clock.now()
    const realTime = [...line.stated.values()].filter(({ delayed }) => delayed !== true)
    Object.assign(line, { price: undefined, decision: undefined })
    if (realTime.length > 0 && calendars.sessionAt(instrument.calendar, now).open)
      decideLive(line, { instrument, realTime, health, isConfirmed, now, newest: newest(instrument.id) })
    else line.hold = undefined
    // Those who quote it as it trades come first: at a start they are given a minute, and later a pause.
    const quoting = (): boolean =>
      now - listening.startedAt() < baseMs &&
      providers.quoting(instrument.code).some(({ name }) => line.stated.get(name)?.delayed !== true)
    if (!realTime.some(({ at }) => now - at <= restMs) && !quoting())
      decideDelayed(line, { now, newest: newest(instrument.id) })
  }

  return {
    ...nothingBefore,
    feedKind: (instrument) => lineOf(instrument).kind,
    priceAt(instrument, second) {
      const line = lineOf(instrument)
      if (line.stated.size === 0) return undefined
      if (line.second !== second) decide(instrument, line)
      line.second = second
      return line.price
    },
    sessionAt(instrument, atMs): SessionState {
      const session = calendarSession(calendars, instrument, atMs)
      const tick = newest(instrument.id)
      if (!session.open || tick?.feedKind === 'delayed') return session
      const ticking = tick !== undefined && atMs - tick.ts <= haltAfterMs
      return ticking ? session : { open: false, until: null, reason: 'halted' }
    },
    recordingOf(instrument) {
      const rate = newestDelayed(lineOf(instrument))
      if (rate === undefined || newest(instrument.id)?.feedKind !== 'delayed') return undefined
      const name = providers.quoting(instrument.code).find((one) => one.name === rate.provider)?.label ?? rate.provider
      return { name, date: utcDay(rate.at), grain: '1d' }
    },
    live: {
      start: listening.start,
      stop: listening.stop,
      status: () => providers.status(),
      sourcesOf: (instrument) => lineOf(instrument).sources,
      apart: () => sourcesApart(deps.instruments, { lineOf, now: clock.now() }),
      statusOf: (instrument) =>
        statusOf(lineOf(instrument), {
          instrument,
          providers,
          health,
          now: clock.now(),
          isDelayed: newest(instrument.id)?.feedKind === 'delayed',
        }),
    },
  }
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
  line: LiveInstrument,
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
    rules: line.rules,
    now,
    before: newest?.feedKind === 'delayed' ? undefined : newest,
    hold: line.hold,
  })
  health.judge(code, decision, { rules: line.rules, now })
  line.decision = decision
  line.hold = decision.hold
  line.price = decision.price
  // Who was last heard of longer ago than a minute says nothing about this price.
  line.sources = decision.constituents.filter(({ ageMs }) => ageMs <= baseMs)
  if (decision.price !== undefined) line.kind = decision.kind
}

/** A rate of a bulletin becomes one tick when it is new and newer than what the record has. */
function decideDelayed(line: LiveInstrument, { now, newest }: Deciding): void {
  const rate = newestDelayed(line)
  if (rate === undefined) return
  const changed = newest?.feedKind === 'delayed' && newest.price !== rate.mid
  if (newest !== undefined && !changed && rate.at <= newest.ts) return
  line.kind = 'delayed'
  line.price = rate.mid
  line.sources = [{ name: rate.provider, mid: rate.mid, ageMs: Math.max(0, now - rate.at), state: 'used' }]
}
