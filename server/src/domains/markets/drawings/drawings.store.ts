import { drawingLimits, type ChartDrawing } from '@evenhand/protocol/chart.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'

type DrawingsDb = Db<'markets'>
type Whose = { customerId: string; code: string }

/** The drawings of an instrument with their version; none has version 0. */
export type KeptDrawings = { drawings: ChartDrawing[]; version: number }

/** The drawings that a customer keeps on an instrument, with the version that a change has to name. */
export async function readDrawings(db: DrawingsDb, { customerId, code }: Whose): Promise<KeptDrawings> {
  const { rows } = await sql<{ drawings: ChartDrawing[]; version: bigint }>`
    select drawings, version from markets.drawings where customer_id = ${customerId} and code = ${code}`.execute(db)
  const [row] = rows
  return row === undefined ? { drawings: [], version: 0 } : { drawings: row.drawings, version: Number(row.version) }
}

/** Whether the customer may draw on one more instrument. Changes of one customer wait for each other from here on. */
export async function mayAddCode(tx: DrawingsDb, { customerId, code }: Whose): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`drawings ${customerId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from markets.drawings where customer_id = ${customerId} and code <> ${code}`.execute(
    tx,
  )
  return (rows[0]?.others ?? 0) < drawingLimits.codes
}

type Replacing = Whose & KeptDrawings & { now: number }

/**
 * Puts drawings in the place of those of a version, and returns the new version: 0 when none are left, undefined when
 * the version is no longer the present one. `now`: epoch milliseconds.
 */
export async function replaceDrawings(tx: DrawingsDb, params: Replacing): Promise<number | undefined> {
  const { customerId, code, version, now } = params
  if (params.drawings.length === 0) {
    const gone = await sql`
      delete from markets.drawings where customer_id = ${customerId} and code = ${code} and version = ${version}
      returning version`.execute(tx)
    return gone.rows.length === 1 || (version === 0 && (await readDrawings(tx, params)).version === 0) ? 0 : undefined
  }
  const drawings = JSON.stringify(params.drawings)
  const { rows } =
    version === 0
      ? await sql<{ version: bigint }>`
          insert into markets.drawings (customer_id, code, version, drawings)
          values (${customerId}, ${code}, ${now}, ${drawings}::jsonb)
          on conflict do nothing returning version`.execute(tx)
      : await sql<{ version: bigint }>`
          update markets.drawings set drawings = ${drawings}::jsonb, version = greatest(${now}::bigint, version + 1)
          where customer_id = ${customerId} and code = ${code} and version = ${version} returning version`.execute(tx)
  return rows[0] === undefined ? undefined : Number(rows[0].version)
}
