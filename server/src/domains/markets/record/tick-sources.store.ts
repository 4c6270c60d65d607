import type { Kysely } from 'kysely'
import { sql, type DB } from '../../../kernel/db/db.ts'
import { refusedAfterMs } from './recorder.ts'
import { eachTick, findTickSources, type RecordedSource, type SourcedTick } from './tick-sources.ts'

/** Rows of sources that may belong to a tick of a time: ticks are as a rule written within their second. */
const soonMs = 3_000

/** The sources of a recorded tick, or undefined where none were recorded with it: it was not live, or is kept no longer. */
export async function readTickSources(
  db: Kysely<DB>,
  tick: Pick<SourcedTick, 'instrumentId' | 'seq' | 'price'> & { ts: number },
): Promise<RecordedSource[] | undefined> {
  for (const [from, to] of [
    [0, soonMs],
    [soonMs, refusedAfterMs + soonMs],
  ] as const) {
    const { rows } = await sql<{ block: Buffer }>`
      select block from markets.tick_sources
      where at >= ${tick.ts + from}::bigint and at < ${tick.ts + to}::bigint order by at`.execute(db)
    for (const { block } of rows) {
      const sources = findTickSources(block, tick)
      if (sources !== undefined) return sources
    }
  }
  return undefined
}

/** What used sources quoted for some instruments over a time: one sample every half minute. `apart` is mid less price. */
export type SourceSample = { readonly seq: number; readonly name: string; readonly apart: bigint }

const sampleEveryMs = 30_000

/** Samples the recorded sources of `ids` between two times, epoch ms; an instrument without sources has no samples. */
export async function readUsedSources(
  db: Kysely<DB>,
  { ids, from, to }: { ids: ReadonlySet<number>; from: number; to: number },
): Promise<Map<number, SourceSample[]>> {
  const { rows } = await sql<{ block: Buffer }>`
    select distinct on (slot) block from (
      select at, at / ${sampleEveryMs}::bigint as slot, block from markets.tick_sources
      where at >= ${from}::bigint and at < ${to}::bigint) as sampled
    order by slot, at`.execute(db)
  const samples = new Map([...ids].map((id): [number, SourceSample[]] => [id, []]))
  for (const { block } of rows)
    for (const { instrumentId, seq, sources } of eachTick(block))
      for (const { name, apart, state } of ids.has(instrumentId) ? sources : [])
        if (state === 'used') samples.get(instrumentId)?.push({ seq, name, apart })
  return samples
}
