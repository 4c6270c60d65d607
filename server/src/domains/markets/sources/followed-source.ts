import type { Bus } from '../../../kernel/bus/bus.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { CalendarBook } from '../calendars/calendar-book.ts'
import type { Tick } from '../record/tick.ts'
import { haltedSession, nothingBefore } from './live-source.ts'
import { followLiveSources } from './shared-live.ts'
import type { LiveStatus, PriceSource } from './source.ts'

type Deps = {
  bus: Bus
  calendars: CalendarBook
  clock: Clock
  /** The newest recorded tick of an instrument. */
  newest: (instrumentId: number) => Tick | undefined
}

/**
 * Live prices in a process that listens to no exchange: sessions and prices follow from the record, and how each source
 * stands is received from the process that listens to them.
 */
export function followedSource({ bus, calendars, clock, newest }: Deps): PriceSource {
  const statusOf = followLiveSources(bus)
  return {
    ...nothingBefore,
    feedKind: ({ id }) => newest(id)?.feedKind ?? 'single',
    sessionAt: (instrument, atMs) => haltedSession({ calendars, newest: newest(instrument.id) }, instrument, atMs),
    recordingOf: ({ code, id }) => (newest(id)?.feedKind === 'delayed' ? statusOf(code)?.recording : undefined),
    live: {
      start: () => {},
      stop: async () => {},
      status: () => [],
      sourcesOf: ({ code }) => statusOf(code)?.used ?? [],
      statusOf: ({ code }) => aged(statusOf(code), clock.now()),
      apart: () => [],
    },
  }
}

function aged(known: ReturnType<ReturnType<typeof followLiveSources>>, now: number): LiveStatus {
  if (known === undefined) return { sources: [], why: undefined, held: undefined }
  const passed = Math.max(0, now - known.at)
  return {
    ...known.status,
    sources: known.status.sources.map((one) => (one.ageMs === undefined ? one : { ...one, ageMs: one.ageMs + passed })),
  }
}
