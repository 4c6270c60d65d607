import type { Bus } from '../../../kernel/bus/bus.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { RecordedSource } from '../record/tick-sources.ts'
import type { LiveSide, LiveStatus, PriceSource, Recording } from './source.ts'

/** How the sources of an instrument stand, at `at` (epoch ms): what ages has aged since. */
export type SharedStatus = {
  readonly at: number
  readonly status: LiveStatus
  /** What its newest price was made of. */
  readonly used: readonly RecordedSource[]
  readonly recording: Recording | undefined
}
type Entry = [code: string, status: SharedStatus]

const topic = 'live-sources'
const requestTopic = 'live-sources-wanted'

/** Beyond this in one message a process would wait for its writing; milliseconds of work, not a limit of the transport. */
const atOnce = 200

type PublishDeps = {
  bus: Bus
  source: PriceSource
  live: LiveSide
  instruments: readonly Instrument[]
  now: () => number
}

/**
 * Publishes how the sources of live prices stand, for the processes that listen to no exchange: called once a second, with
 * what changed since, and with all of it where a process that has just come requests it.
 */
export function createLivePublisher({ bus, source, live, instruments, now }: PublishDeps): () => void {
  let sent = new Map<string, string>()
  bus.subscribe(requestTopic, () => void (sent = new Map()))
  return () => {
    const at = now()
    const entries: Entry[] = []
    for (const instrument of instruments) {
      const status = live.statusOf(instrument)
      if (status.sources.length === 0) continue
      const used = live.sourcesOf(instrument)
      const recording = source.recordingOf(instrument)
      const known = written([lastingOf(status, at), used.map(({ name, mid, state }) => [name, mid, state]), recording])
      if (sent.get(instrument.code) === known) continue
      sent.set(instrument.code, known)
      entries.push([instrument.code, { at, status, used, recording }])
    }
    for (let from = 0; from < entries.length; from += atOnce)
      bus.publish(topic, written(entries.slice(from, from + atOnce)))
  }
}

/** A status without what changes by itself as time passes. */
const lastingOf = ({ sources, ...rest }: LiveStatus, at: number): unknown => [
  rest,
  sources.map(({ ageMs, ...one }) => [one, ageMs === undefined ? undefined : Math.round((at - ageMs) / 1000)]),
]

/** Follows how sources stand from the process that listens to them. */
export function followLiveSources(bus: Bus): (code: string) => SharedStatus | undefined {
  const byCode = new Map<string, SharedStatus>()
  bus.subscribe(topic, (message) => {
    for (const [code, status] of read(message)) byCode.set(code, status)
  })
  bus.publish(requestTopic, '')
  return (code) => byCode.get(code)
}

const written = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? { units: String(one) } : one))

const read = (message: string): Entry[] =>
  JSON.parse(message, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && 'units' in one ? BigInt(String(one.units)) : one,
  ) as Entry[]
