import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { RiskAck } from './eligibility.ts'

type Params = { customerId: string; product: string }
type Row = { shown_at: Date; confirmed_at: Date | null }

const ackOf = (row: Row | undefined): RiskAck | undefined =>
  row && { shownAt: msOf(row.shown_at), confirmedAt: row.confirmed_at === null ? null : msOf(row.confirmed_at) }

async function findRisk(db: Db<'safeguards'>, { customerId, product }: Params): Promise<RiskAck | undefined> {
  const { rows } = await sql<Row>`
    select shown_at, confirmed_at from safeguards.risk_acks where customer_id = ${customerId} and product = ${product}`.execute(
    db,
  )
  return ackOf(rows[0])
}

/** The first showing counts. */
export async function showRisk(db: Db<'safeguards'>, params: Params & { now: number }): Promise<RiskAck | undefined> {
  await sql`insert into safeguards.risk_acks (customer_id, product, shown_at)
    values (${params.customerId}, ${params.product}, ${dateOf(params.now)}) on conflict do nothing`.execute(db)
  return findRisk(db, params)
}

/** Confirms what was shown early enough, once; returns its status then. */
export async function confirmRisk(
  db: Db<'safeguards'>,
  params: Params & { now: number; shownBefore: number },
): Promise<RiskAck | undefined> {
  await sql`update safeguards.risk_acks set confirmed_at = ${dateOf(params.now)}
    where customer_id = ${params.customerId} and product = ${params.product} and confirmed_at is null
      and shown_at <= ${dateOf(params.shownBefore)}`.execute(db)
  return findRisk(db, params)
}

/** Forgets that a warning was shown: the next showing begins a day of its own. */
export async function forgetRisk(db: Db<'safeguards'>, { customerId, product }: Params): Promise<void> {
  await sql`delete from safeguards.risk_acks where customer_id = ${customerId} and product = ${product}`.execute(db)
}
