import type { Kysely } from 'kysely'
import { sql, type DB } from '../../kernel/db.ts'
import { refusedAfterMs } from './recorder.ts'
import { findTickSources, type RecordedSource, type SourcedTick } from './tick-sources.ts'

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
