import type { Kysely } from 'kysely'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { DB } from '../../../kernel/db/db.ts'
import { startJob, type Job } from '../../../kernel/jobs/jobs.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { grainOf, stepOf, termFloorOf, type Grain } from './grain.ts'
import { listUnmeasured, readGrains, saveGrain, type MeasuredGrain } from './grains.store.ts'
import type { SourceSample } from '../record/tick-sources.store.ts'
import type { TickWindow } from '../record/tick-reader.ts'
import type { Tick } from '../record/tick.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

/** The grain options are offered by: measured, or as the market quotes where the record is too short. */
export type KnownGrain = Grain & Partial<Omit<MeasuredGrain, keyof Grain>>
export type Grains = {
  /** The grain of an instrument; undefined where nothing is known of it, an unknown code for one. */
  grain(code: string): KnownGrain | undefined
  /** Seconds that an option's term must exceed; see termFloorOf. 0 where no grain is known. */
  termFloor(code: string): number
  /** Measures the instruments that are due, six at most. */
  measure(): Promise<void>
  /** Reads them every minute; a process with the role `feed` measures them as well. */
  start(started: { measures: boolean }): Promise<void>
  stop(): Promise<void>
}

export type GrainsDeps = {
  /** Written by the role `feed`; all roles read. */
  db: { feed: Kysely<DB>; api: Kysely<DB> }
  clock: Clock
  log: Log
  instruments: readonly Instrument[]
  ticks: (windows: readonly TickWindow[]) => Promise<Tick[][]>
  /** What the sources of some instruments quoted over a time. */
  samples: (params: { ids: ReadonlySet<number>; from: number; to: number }) => Promise<Map<number, SourceSample[]>>
  /** What is taken for the grain until there is a record to measure. */
  quoted: (instrument: Instrument) => Grain
}

/** An hour of the record is measured, once an hour: with six instruments every ten seconds all are measured within half. */
const recordMs = 60 * minuteMs
const youngestMs = 10 * minuteMs
const measureEveryMs = 10_000
const atOnce = 6
/** A minute of the newest may not be compacted yet, and need not be read. */
const settledMs = 5_000

/** Keeps the grain of every instrument: measured from the record one after another, read by all processes. */
export function createGrains(deps: GrainsDeps): Grains {
  const { db, clock, log, instruments, quoted } = deps
  const byCode = new Map(instruments.map((one) => [one.code, one]))
  const byId = new Map(instruments.map((one) => [one.id, one]))
  let known = new Map<number, MeasuredGrain>()
  let jobs: Job[] = []

  const read = async (): Promise<void> => {
    known = await readGrains(db.api)
  }
  const grain = (code: string): KnownGrain | undefined => {
    const instrument = byCode.get(code)
    return instrument && (known.get(instrument.id) ?? quoted(instrument))
  }
  const measureOne = async (
    instrument: Instrument,
    { at, samples }: { at: number; samples: readonly SourceSample[] },
  ) => {
    const [ticks = []] = await deps.ticks([{ code: instrument.code, from: at - recordMs, to: at - settledMs }])
    const inTime = ticks.filter(({ late }) => !late)
    const own = grainOf(inTime.map(({ ts, price }) => ({ ts, price: Number(price) })))
    const followed = coarsestOf(samples, inTime)
    const found =
      own &&
      (followed !== undefined && followed.step > own.step ? { ...own, ...followed } : { ...own, source: undefined })
    // What had too few prices is tried again when as many more may have come.
    const triedAt = found === undefined ? at - recordMs + youngestMs : at
    await saveGrain(db.feed, { id: instrument.id, at: triedAt, grain: found })
    if (found !== undefined) known.set(instrument.id, { ...found, measuredAt: at })
  }
  const measure = async (): Promise<void> => {
    const now = clock.now()
    const ids = await listUnmeasured(db.feed, { now, before: now - recordMs, recordedMs: youngestMs, limit: atOnce })
    if (ids.length === 0) return
    const samples = await deps.samples({ ids: new Set(ids), from: now - recordMs, to: now - settledMs })
    for (const id of ids) {
      const instrument = byId.get(id)
      if (instrument !== undefined) await measureOne(instrument, { at: now, samples: samples.get(id) ?? [] })
    }
  }

  return {
    grain,
    termFloor: (code) => {
      const found = grain(code)
      return found === undefined ? 0 : termFloorOf(found)
    },
    measure,
    async start({ measures }) {
      await read()
      jobs = [startJob({ name: 'read the grain of prices', everyMs: minuteMs, log, run: read })]
      if (measures)
        jobs.push(startJob({ name: 'measure the grain of prices', everyMs: measureEveryMs, log, run: measure }))
    },
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** The used source that moves in the coarsest steps; undefined where there is none, as of generated prices. */
function coarsestOf(
  samples: readonly SourceSample[],
  ticks: readonly Tick[],
): { step: number; source: string } | undefined {
  const prices = new Map(ticks.map(({ seq, price }) => [seq, price]))
  const mids = new Map<string, number[]>()
  for (const { seq, name, apart } of samples) {
    const price = prices.get(seq)
    if (price === undefined) continue
    const list = mids.get(name) ?? []
    mids.set(name, list)
    list.push(Number(price + apart))
  }
  let coarsest: { step: number; source: string } | undefined
  for (const [source, list] of mids) {
    const step = stepOf(list)
    if (step !== undefined && step > (coarsest?.step ?? 0)) coarsest = { step, source }
  }
  return coarsest
}
