import { utcDay, type Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { CalendarBook } from './calendar-book.ts'
import type { Instrument } from './catalogue/instrument.ts'
import type { ProviderFault, Providers, StatedPrice } from './feeds/provider.ts'
import { baseMs, decideIndex } from './index-price.ts'
import { emptyLine, newestDelayed, type LiveLine } from './live-line.ts'
import { standingOf } from './live-standing.ts'
import { createProviderStanding, type Fault, type ProviderStanding } from './provider-standing.ts'
import { calendarSession, type PriceSource, type SessionState } from './source.ts'
import type { Tick } from './tick.ts'

export type LiveDeps = {
  providers: Providers
  instruments: readonly Instrument[]
  calendars: CalendarBook
  clock: Clock
  log: Log
  /** The newest recorded tick of an instrument. */
  newest: (instrumentId: number) => Tick | undefined
}

/** An index tick older than this closes its instrument; milliseconds. */
const haltAfterMs = 5_000

/**
 * Prices of real exchanges and vendors. There is nothing before the record: no generated history, no price of an
 * instrument that nobody quotes. Prices are decided once a second; a session is open while the calendar says so and the
 * newest tick is at most five seconds old.
 */
export function liveSource(deps: LiveDeps): PriceSource {
  const { providers, calendars, clock, newest } = deps
  const standing = createProviderStanding()
  const lines = new Map(deps.instruments.map((one): [string, LiveLine] => [one.code, emptyLine(one)]))
  const lineOf = ({ code }: Instrument): LiveLine => lines.get(code) as LiveLine
  const tell = createTelling(deps)
  let started = false

  const decide = (instrument: Instrument, line: LiveLine): void => {
    const { open } = calendars.sessionAt(instrument.calendar, clock.now())
    const realTime = [...line.stated.values()].filter(({ delayed }) => delayed !== true)
    if (realTime.length > 0 && open)
      return decideLive(line, { instrument, realTime, standing, now: clock.now(), newest })
    Object.assign(line, { price: undefined, decision: undefined, hold: undefined })
    if (realTime.length === 0)
      decideDelayed(line, { instrument, providers, now: clock.now(), newest: newest(instrument.id) })
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
      start() {
        if (started) return
        started = true
        providers.start({
          priced(stated) {
            lines.get(stated.code)?.stated.set(stated.provider, stated)
            if (lines.has(stated.code)) standing.priced(stated, clock.now())
          },
          failed({ code, ...fault }) {
            standing.failed(code !== undefined && lines.has(code) ? { ...fault, code } : fault)
            tell(fault)
          },
        })
      },
      stop: () => (started ? providers.stop() : Promise.resolve()),
      status: () => providers.status(),
      sourcesOf: (instrument) => lineOf(instrument).sources,
      standingOf: (instrument) => standingOf(lineOf(instrument), { instrument, providers, standing, now: clock.now() }),
    },
  }
}

/** Tells an operator that a provider's line ended, at most once a minute of each. */
function createTelling({ providers, log }: LiveDeps): (fault: Omit<Fault, 'code'>) => void {
  const ends: readonly ProviderFault[] = ['disconnected', 'silent', 'noPong', 'flood', 'refused']
  const toldAt = new Map<string, number>()
  return ({ provider, fault, at }) => {
    if (!ends.includes(fault) || at - (toldAt.get(provider) ?? 0) < baseMs) return
    toldAt.set(provider, at)
    const why = providers.status().find(({ name }) => name === provider)?.why
    log.warn({ provider, fault, why }, 'a source of prices failed; it is used again when it has been good for a minute')
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

type Deciding = { instrument: Instrument; now: number }

function decideLive(
  line: LiveLine,
  of: Deciding & { realTime: readonly StatedPrice[]; standing: ProviderStanding; newest: LiveDeps['newest'] },
): void {
  const { instrument, now, standing } = of
  const { code } = instrument
  const before = of.newest(instrument.id)
  const decision = decideIndex({
    mids: of.realTime.map(({ provider, mid, at }) => ({
      name: provider,
      mid,
      at,
      dropped: standing.of(provider, code, now) !== undefined,
    })),
    rules: line.rules,
    now,
    before: before === undefined || before.feedKind === 'delayed' ? undefined : before,
    hold: line.hold,
  })
  standing.judge(code, decision, { rules: line.rules, now })
  line.decision = decision
  line.hold = decision.hold
  line.price = decision.price
  // Who was last heard of longer ago than a minute says nothing about this price.
  line.sources = decision.constituents.filter(({ ageMs }) => ageMs <= baseMs)
  if (decision.price !== undefined) line.kind = decision.kind
}

/** A rate of a bulletin becomes one tick when it is new, where nobody quotes the instrument as it trades. */
function decideDelayed(
  line: LiveLine,
  { instrument, providers, now, newest }: Deciding & { providers: Providers; newest: Tick | undefined },
): void {
  const rate = newestDelayed(line)
  const better = providers.quoting(instrument.code).some(({ name }) => line.stated.get(name)?.delayed !== true)
  if (rate === undefined || better) return
  const changed = newest?.feedKind === 'delayed' && newest.price !== rate.mid
  if (newest !== undefined && !changed && rate.at <= newest.ts) return
  line.kind = 'delayed'
  line.price = rate.mid
  line.sources = [{ name: rate.provider, mid: rate.mid, ageMs: Math.max(0, now - rate.at), state: 'used' }]
}
