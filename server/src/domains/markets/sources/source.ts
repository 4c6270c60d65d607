import type { FeedKind, HaltCause, PriceSource as WireSource } from '@evenhand/protocol/markets.ts'
import type { CalendarBook } from '../calendars/calendar-book.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { ProviderStatus } from '../feeds/provider/provider.ts'
import type { Replay } from '../feeds/replay/replay.ts'
import { simulated, type CandleRequest, type FeedCandle, type PricePoint } from '../feeds/simulated/simulated.ts'
import type { Seeds } from '../feeds/simulated/simulated-seeds.ts'
import type { RecordedSource } from '../record/tick-sources.ts'
import type { SourceApart } from './sources-apart.ts'

/** Whether new orders can be taken: by calendar and by feed, and until when that holds (epoch ms; null where it never ends). */
export type SessionState = {
  readonly open: boolean
  readonly until: number | null
  readonly reason?: 'closed' | 'halted' | 'suspended'
}
/** The label of a replayed row's recording. */
export type Recording = { readonly name: string; readonly date: string; readonly grain: string }

/** Where prices come from. The feed reads each second; history before the record is read as candles. */
export type PriceSource = {
  feedKind(instrument: Instrument): FeedKind
  /** The price of a whole epoch second, or undefined where that second has no new price. */
  priceAt(instrument: Instrument, second: number): bigint | undefined
  /** The last price whose second is not after `atMs`. */
  priceAtOrBefore(instrument: Instrument, atMs: number): PricePoint | undefined
  lastHundredCloses(instrument: Instrument, atMs: number): bigint[]
  candlesOf(instrument: Instrument, request: CandleRequest): FeedCandle[]
  /** Volume between two times in epoch ms, in thousandths of the base. */
  volumeBetween(instrument: Instrument, fromMs: number, toMs: number): bigint
  sessionAt(instrument: Instrument, atMs: number): SessionState
  recordingOf(instrument: Instrument): Recording | undefined
  /** Only of live prices, which come from outside. */
  readonly live?: LiveSide
}

/** The side of live prices that generated and replayed ones do not have. */
export type LiveSide = {
  /** Begins to listen; once is enough. */
  start(): void
  stop(): Promise<void>
  /** How the providers do. */
  status(): readonly ProviderStatus[]
  /** What the price that `priceAt` last gave was made of. */
  sourcesOf(instrument: Instrument): readonly RecordedSource[]
  /** All sources of an instrument as they stand, and why there is no tick where there is none. */
  statusOf(instrument: Instrument): LiveStatus
  /** The sources whose price is more than 5 % from what the others state of the same instrument. */
  apart(): readonly SourceApart[]
}
export type LiveStatus = {
  readonly sources: readonly LiveSource[]
  readonly why: HaltCause | undefined
  /** The jump that is being held: its level in units, and since when. */
  readonly held: { readonly level: bigint; readonly since: number } | undefined
}
/** A source as it stands: without a price while it has stated none. */
export type LiveSource = Omit<WireSource, 'mid'> & { readonly mid: bigint | undefined }

export type SourceDeps = { instruments: readonly Instrument[]; calendars: CalendarBook; seeds: Seeds }

/** Simulated prices for every instrument. */
export function simulatedSource(deps: SourceDeps): PriceSource {
  return {
    ...simulated(deps),
    feedKind: () => 'simulated',
    sessionAt: (instrument, atMs) => calendarSession(deps.calendars, instrument, atMs),
    recordingOf: () => undefined,
  }
}

/**
 * Recorded prices for the instruments that have a recording, simulated ones for the others. A recording brings its own
 * hours: it is open where it has prices, whatever the calendar has.
 */
export function replaySource(deps: SourceDeps, replay: Replay): PriceSource {
  const generated = simulatedSource(deps)
  return {
    feedKind: ({ code }) => (replay.has(code) ? 'replay' : 'simulated'),
    priceAt: (one, second) =>
      replay.has(one.code) ? replay.priceAt(one.code, second) : generated.priceAt(one, second),
    priceAtOrBefore: (one, atMs) =>
      replay.has(one.code) ? replay.priceAtOrBefore(one.code, atMs) : generated.priceAtOrBefore(one, atMs),
    lastHundredCloses: (one, atMs) =>
      replay.has(one.code) ? replay.lastHundredCloses(one.code, atMs) : generated.lastHundredCloses(one, atMs),
    candlesOf: (one, request) =>
      replay.has(one.code) ? replay.candlesOf(one.code, request) : generated.candlesOf(one, request),
    volumeBetween: (one, fromMs, toMs) => (replay.has(one.code) ? 0n : generated.volumeBetween(one, fromMs, toMs)),
    sessionAt: (one, atMs) =>
      replay.has(one.code) ? replay.state(one.code, Math.floor(atMs / 1000)) : generated.sessionAt(one, atMs),
    recordingOf: ({ code }) => replay.recording(code),
  }
}

/** The session by the calendar alone. */
export function calendarSession(calendars: CalendarBook, instrument: Instrument, atMs: number): SessionState {
  const { open, until } = calendars.sessionAt(instrument.calendar, atMs)
  return open ? { open, until } : { open, until, reason: 'closed' }
}
