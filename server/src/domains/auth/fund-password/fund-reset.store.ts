import type { fundResetReasons, fundResetStates } from '@evenhand/protocol/fund-reset.ts'
import { caseCondition, type CaseFilter } from '../../../kernel/module/case-filter.ts'
import { dateOf, msOf } from '../../../kernel/time/clock.ts'
import { sql } from '../../../kernel/db/db.ts'
import type { AuthDb } from './fund-password.store.ts'

type Status = (typeof fundResetStates)[number]
type Reason = (typeof fundResetReasons)[number]

export type FundResetRow = {
  id: string
  customerId: string
  fileId: string
  number: string
  identificationId: string
  askedAt: number
  dueAt: number
  status: Status
  reasonCode: Reason | null
  decidedAt: number | null
}

// Never the new fund password itself: not even its hash leaves the table.
const columns = sql`r.id, r.customer_id, r.file_id, r.number, r.identification_id, r.requested_at, r.due_at, r.status, r.reason_code, r.decided_at`
type Row = {
  id: string
  customer_id: string
  file_id: string
  number: string
  identification_id: string
  requested_at: Date
  due_at: Date
  status: Status
  reason_code: Reason | null
  decided_at: Date | null
}
const resetOf = (row: Row): FundResetRow => ({
  id: row.id,
  customerId: row.customer_id,
  fileId: row.file_id,
  number: row.number,
  identificationId: row.identification_id,
  askedAt: msOf(row.requested_at),
  dueAt: msOf(row.due_at),
  status: row.status,
  reasonCode: row.reason_code,
  decidedAt: row.decided_at === null ? null : msOf(row.decided_at),
})

/** What a customer requested last. */
export async function lastReset(db: AuthDb, customerId: string): Promise<FundResetRow | undefined> {
  const { rows } = await sql<Row>`select ${columns} from wallet.fund_resets r
    where r.customer_id = ${customerId} order by r.requested_at desc, r.id desc limit 1`.execute(db)
  return rows[0] && resetOf(rows[0])
}

/** One of them, whosever it is: for operators. */
export async function findReset(db: AuthDb, id: string): Promise<FundResetRow | undefined> {
  const { rows } = await sql<Row>`select ${columns} from wallet.fund_resets r where r.id = ${id}`.execute(db)
  return rows[0] && resetOf(rows[0])
}

type NewReset = Pick<
  FundResetRow,
  'id' | 'customerId' | 'fileId' | 'number' | 'identificationId' | 'askedAt' | 'dueAt'
> & {
  hash: string
}

/** Keeps what was requested. Throws 23505 where one waits already, or the picture was sent before. */
export async function insertReset(db: AuthDb, params: NewReset): Promise<void> {
  await sql`insert into wallet.fund_resets (id, customer_id, hash, file_id, number, identification_id, requested_at, due_at)
    values (${params.id}, ${params.customerId}, ${params.hash}, ${params.fileId}, ${params.number}, ${params.identificationId}, ${dateOf(params.askedAt)},
      ${dateOf(params.dueAt)})`.execute(db)
}

/** Its owner takes back what waits; false where nothing does. */
export async function cancelReset(db: AuthDb, params: { customerId: string; at: number }): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select wallet.cancel_fund_reset(${params.customerId}, ${dateOf(params.at)}) as done`.execute(db)
  return rows[0]?.done === true
}

export type Decided = 'DONE' | 'REJECTED' | 'CANCELLED' | 'GONE'

/** An operator's decision: approval without a reason, rejection with one. Returns what came of it, according to `wallet.decide_fund_reset`. */
export async function decideReset(
  db: AuthDb,
  params: { id: string; by: string; reasonCode: Reason | undefined; at: number },
): Promise<Decided> {
  const { rows } = await sql<{ outcome: Decided }>`
    select wallet.decide_fund_reset(${params.id}, ${params.by}, ${params.reasonCode ?? null}, ${dateOf(params.at)}) as outcome`.execute(
    db,
  )
  return rows[0]?.outcome ?? 'GONE'
}

/** What is in one state, the longest wait on top. */
export async function queueOfResets(
  db: AuthDb,
  params: { status: Status; cases: CaseFilter; limit: number; offset: number },
): Promise<{ rows: FundResetRow[]; total: number }> {
  const { rows } = await sql<Row & { total: number }>`
    select ${columns}, count(*) over ()::int as total from wallet.fund_resets r where r.status = ${params.status}
      and ${caseCondition({ id: sql`r.id`, customer: sql`r.customer_id`, received: sql`r.requested_at` }, params.cases)}
    order by case when r.status = 'WAITING' then r.due_at end, r.decided_at desc, r.id limit ${params.limit} offset ${params.offset}`.execute(
    db,
  )
  return { rows: rows.map(resetOf), total: rows[0]?.total ?? 0 }
}

/** Pictures that were decided about before a time, at most a hundred. */
export async function picturesBefore(
  db: AuthDb,
  before: number,
): Promise<{ id: string; customerId: string; fileId: string }[]> {
  const { rows } = await sql<{ id: string; customer_id: string; file_id: string }>`
    select r.id, r.customer_id, r.file_id from wallet.fund_resets r
    where r.picture_erased_at is null and r.decided_at < ${dateOf(before)} order by r.decided_at limit 100`.execute(db)
  return rows.map((row) => ({ id: row.id, customerId: row.customer_id, fileId: row.file_id }))
}

/** Notes that their pictures are gone, or kept as those of an identification alone. */
export async function markErased(db: AuthDb, params: { ids: readonly string[]; at: number }): Promise<void> {
  await sql`update wallet.fund_resets set picture_erased_at = ${dateOf(params.at)} where id = any(${params.ids as string[]}::uuid[])`.execute(
    db,
  )
}

/** A lost fund password that an operator seeks by its whole id. */
export async function searchFundResets(db: AuthDb, { id = null }: { id?: string | null }) {
  const { rows } = await sql<{ id: string; customerId: string; status: Status; at: Date }>`
    select id, customer_id as "customerId", status, requested_at as at from wallet.fund_resets where id = ${id}::uuid`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, kind: 'fundReset' as const, no: row.id.slice(0, 8), at: msOf(row.at) }))
}
