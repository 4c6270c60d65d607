import { setTimeout as wait } from 'node:timers/promises'
import { noOthers, type Bus } from '../../../kernel/bus/bus.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import { SetupError } from '../../../kernel/config/config.ts'
import { plainFeed, type FeedSettings } from '../../../kernel/config/feed-settings.ts'
import type { Log } from '../../../kernel/log.ts'
import type { CalendarBook } from '../calendars/calendar-book.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Providers } from '../feeds/provider/provider.ts'
import { createProviders } from '../feeds/provider/providers.ts'
import { openReplay, ReplayFault, type Replay } from '../feeds/replay/replay.ts'
import type { Seeds } from '../feeds/simulated/simulated-seeds.ts'
import { followedSource } from './followed-source.ts'
import { liveSource, nothingBefore } from './live-source.ts'
import type { RecordStore } from '../record/record.store.ts'
import { replaySource, simulatedSource, type PriceSource } from './source.ts'
import type { Tick } from '../record/tick.ts'

export type SourcesParams = {
  feed: 'simulated' | 'replay' | 'live'
  replayDir?: string | undefined
  instruments: readonly Instrument[]
  calendars: CalendarBook
  seeds: Seeds
  /** What live prices are configured by; needed for a live feed that is not given its providers. */
  live?: FeedSettings | undefined
  providers?: Providers | undefined
  store: RecordStore
  /** The other processes, and whether this one records prices and so listens to exchanges; true where left out. */
  bus?: Bus | undefined
  isFeed?: boolean | undefined
  clock: Clock
  log: Log
}
/** Where prices come from, and the same for the prices of 24 h ago: generated sources stay on the day of the request. */
export type Sources = { source: PriceSource; yesterday: PriceSource }
export type OpenedSources = {
  over(newest: (instrumentId: number) => Tick | undefined): Sources
  /** Which providers quote live prices, and what an operator has not set; a line each. */
  missing: readonly string[]
}

/**
 * Chooses where prices come from. `over` is a function because live prices are measured against the record, which is opened
 * later. Throws a SetupError when recordings cannot be read, or when the record holds prices of the other world: real and
 * made-up ones never stand in one chart.
 */
export async function openSources(params: SourcesParams): Promise<OpenedSources> {
  const { feed, instruments, calendars, clock, log, store } = params
  const kinds = await store.kinds()
  const isGenerated = kinds.some((kind) => kind === 'simulated' || kind === 'replay')
  if (feed === 'live') {
    if (isGenerated)
      throw new SetupError(
        `FEED=live refuses this database, because its record holds simulated or replayed prices: ${another}`,
      )
    const isOpen = ({ calendar }: Instrument, at: number): boolean => calendars.sessionAt(calendar, at).open
    const settings = params.live ?? plainFeed
    const providers = params.providers ?? createProviders({ instruments, settings, clock, isOpen })
    const { bus = noOthers, isFeed = true } = params
    const over: OpenedSources['over'] = (newest) => {
      if (!isFeed) {
        const followed = followedSource({ bus, calendars, clock, newest })
        return { source: followed, yesterday: followed }
      }
      const isConfirmed = (provider: string, code: string): boolean =>
        settings.providers[provider]?.confirmed?.includes(code) === true
      const source = liveSource({ providers, instruments, calendars, clock, log, newest, isConfirmed })
      return { source, yesterday: { ...source, ...nothingBefore } }
    }
    return { over, missing: [...providers.requested(), ...providers.missing()] }
  }
  if (kinds.length > 0 && !isGenerated)
    throw new SetupError(`FEED=${feed} refuses this database, because its record holds live prices: ${another}`)
  const replay =
    feed === 'replay' ? playReplay(params.replayDir ?? '', instruments, await recordBegins(params)) : undefined
  const make = (): PriceSource => (replay === undefined ? simulatedSource(params) : replaySource(params, replay))
  return { over: () => ({ source: make(), yesterday: make() }), missing: [] }
}

const retryMs = 100
/** The process that records has to open its database and its recordings. */
const beginsWithinMs = 60_000

/** When the record begins, epoch ms: now in the process that begins it, which the others wait for. */
async function recordBegins({ store, clock, isFeed = true }: SourcesParams): Promise<number> {
  for (const until = clock.monotonic() + beginsWithinMs; ; await wait(retryMs)) {
    const at = await store.beginsAt()
    if (at !== undefined || isFeed) return at ?? clock.now()
    if (clock.monotonic() > until)
      throw new SetupError('No process records prices: start one that does, and then this one again.')
  }
}

const another =
  'set DATA_DIR to an empty folder (or DATABASE_URL to another database), or go back to the feed it began with.'

/** Recordings begin where the record does, so that a server that comes back plays on and not anew. */
function playReplay(folder: string, instruments: readonly Instrument[], startAt: number): Replay {
  try {
    return openReplay(folder, instruments, startAt)
  } catch (cause) {
    throw cause instanceof ReplayFault ? new SetupError(cause.message, { cause }) : cause
  }
}
