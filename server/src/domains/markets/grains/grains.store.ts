import type { Kysely } from 'kysely'
import { sql, type DB } from '../../../kernel/db/db.ts'
import type { Grain } from './grain.ts'

/** A measured grain: of the record itself, or of the source that moves in the coarsest steps. */
export type MeasuredGrain = Grain & { readonly measuredAt: number; readonly source: string | undefined }

/** The grains that are known, by the id of the instrument. */
export async function readGrains(db: Kysely<DB>): Promise<Map<number, MeasuredGrain>> {
  const { rows } = await sql<{ id: number; at: number; step: number; deviation: number; source: string | null }>`
    select instrument_id as id, measured_at::float8 as at, step, deviation, source
    from markets.grains where step is not null`.execute(db)
  return new Map(
    rows.map(({ id, at, step, deviation, source }) => [
      id,
      { step, deviation, measuredAt: at, source: source ?? undefined },
    ]),
  )
}

/**
 * The instruments that are due to be measured: those that have ticks now and have had for `recordedMs`, and were not
 * tried since `before`; the longest ago first.
 */
export async function listUnmeasured(
  db: Kysely<DB>,
  { now, before, recordedMs, limit }: { now: number; before: number; recordedMs: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select known.id from markets.instruments known left join markets.grains grain on grain.instrument_id = known.id
    where known.first_ts <= ${now - recordedMs}::bigint and known.last_ts >= ${now - recordedMs}::bigint
      and (grain.tried_at is null or grain.tried_at < ${before}::bigint)
    order by grain.tried_at nulls first, known.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Notes what was measured when it was tried; where the record was too short, what was known stays. */
export async function saveGrain(
  db: Kysely<DB>,
  { id, at, grain }: { id: number; at: number; grain: (Grain & { source: string | undefined }) | undefined },
): Promise<void> {
  await sql`
    insert into markets.grains (instrument_id, tried_at, measured_at, step, deviation, source)
    values (${id}, ${at}::bigint, ${grain === undefined ? null : at}::bigint, ${grain?.step ?? null}::float8, ${grain?.deviation ?? null}::float8, ${grain?.source ?? null}::text)
    on conflict (instrument_id) do update set tried_at = excluded.tried_at, measured_at = coalesce(excluded.measured_at, grains.measured_at),
      step = coalesce(excluded.step, grains.step), deviation = coalesce(excluded.deviation, grains.deviation),
      source = case when excluded.step is null then grains.source else excluded.source end`.execute(db)
}
