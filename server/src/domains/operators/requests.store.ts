import type { RequestedChange } from '@evenhand/proofs/approval.ts'
import type { LegalHoldKind } from '@evenhand/protocol/legal-holds.ts'
import type { ChangeRequest, RequestKind } from '@evenhand/protocol/operator-requests.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { StoredAssertion } from '../../kernel/http/operator-call.ts'
import type { OperatorsDb } from './operators.deps.ts'

export type AnyKind = RequestKind | LegalHoldKind
/** A request of a kind as operators see it. */
export type ViewedRequest<K extends AnyKind = AnyKind> = Omit<ChangeRequest, 'kind'> & { readonly kind: K }
/** A request as it is stored; times in epoch milliseconds. */
export type StoredRequest<K extends AnyKind = AnyKind> = Omit<ViewedRequest<K>, 'mayDecide'> & {
  readonly proposedById: string
  readonly payloadHash: string
  readonly proposal: StoredAssertion
}

type Row = {
  id: string
  kind: AnyKind
  payload: string
  payload_hash: Buffer
  reason: string
  status: StoredRequest['status']
  proposed_by: string
  proposer: string
  proposed_at: Date
  proposal_assertion: string
  ends_at: Date
  decider: string | null
  decided_at: Date | null
  decision_reason: string | null
  applies_at: Date | null
  applied_at: Date | null
}
const time = (date: Date | null): number | null => (date === null ? null : msOf(date))
const requestOf = (row: Row): StoredRequest => ({
  id: row.id,
  kind: row.kind,
  values: JSON.parse(row.payload) as Record<string, string>,
  reason: row.reason,
  status: row.status,
  proposedBy: row.proposer,
  proposedById: row.proposed_by,
  proposedAt: msOf(row.proposed_at),
  endsAt: msOf(row.ends_at),
  decidedBy: row.decider,
  decidedAt: time(row.decided_at),
  decisionReason: row.decision_reason,
  appliesAt: time(row.applies_at),
  appliedAt: time(row.applied_at),
  payloadHash: row.payload_hash.toString('hex'),
  proposal: JSON.parse(row.proposal_assertion) as StoredAssertion,
})
const columns = sql`q.id, q.kind, q.payload, q.payload_hash, q.reason, q.status, q.proposed_by, p.name as proposer, q.proposed_at,
  q.proposal_assertion, q.ends_at, d.name as decider, q.decided_at, q.decision_reason, q.applies_at, q.applied_at`
const from = sql`operators.change_requests q join operators.operators p on p.id = q.proposed_by
  left join operators.operators d on d.id = q.decided_by`

export type NewRequest = RequestedChange & {
  kind: AnyKind
  payloadHash: string
  by: string
  at: number
  endsAt: number
  proposal: StoredAssertion
}

/** Adds a request. Throws 23505 where its id is taken. */
export async function insertRequest(db: OperatorsDb, params: NewRequest): Promise<void> {
  await db
    .insertInto('operators.change_requests')
    .values({
      id: params.id,
      kind: params.kind,
      payload: JSON.stringify(params.values),
      payload_hash: Buffer.from(params.payloadHash, 'hex'),
      reason: params.reason,
      proposed_by: params.by,
      proposed_at: dateOf(params.at),
      proposal_assertion: JSON.stringify(params.proposal),
      ends_at: dateOf(params.endsAt),
    })
    .execute()
}

/** A request; with `hold` no other transaction decides it until this one ends. */
export async function findRequest(
  db: OperatorsDb,
  { id, hold }: { id: string; hold?: true },
): Promise<StoredRequest | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where q.id = ${id} ${hold === true ? sql`for update of q` : sql``}`.execute(db)
  return rows.map(requestOf)[0]
}

export type RequestsParams = {
  kinds: readonly AnyKind[]
  openOnly: boolean
  now: number
  limit: number
  offset: number
}

/** Requests of some kinds, newest first, and how many there are. */
export async function listRequests(
  db: OperatorsDb,
  params: RequestsParams,
): Promise<{ rows: StoredRequest[]; total: number }> {
  const where = sql`q.kind = any (${params.kinds as AnyKind[]}::text[]) and (${!params.openOnly}
    or (q.status = 'PROPOSED' and q.ends_at > ${dateOf(params.now)}) or q.status in ('APPROVED', 'SCHEDULED'))`
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`select ${columns} from ${from} where ${where} order by q.proposed_at desc, q.id desc
      limit ${params.limit} offset ${params.offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from operators.change_requests q where ${where}`.execute(db),
  ])
  return { rows: rows.map(requestOf), total: counted.rows[0]?.n ?? 0 }
}

/**
 * Ends the other proposals of a version that was just decided: they cannot be approved any more. One that a colleague
 * is deciding at this moment is left to that decision, which is refused.
 */
export async function endRivals(db: OperatorsDb, params: { id: string; key: string; version: string }): Promise<void> {
  await sql`
    update operators.change_requests set status = 'EXPIRED' where id in (
      select id from operators.change_requests
      where kind = 'params' and status = 'PROPOSED' and id <> ${params.id}::uuid
        and payload::jsonb ->> 'key' = ${params.key} and payload::jsonb ->> 'version' = ${params.version}
      for update skip locked)`.execute(db)
}

export type Decision = {
  id: string
  status: 'APPROVED' | 'SCHEDULED' | 'REJECTED'
  by: string
  at: number
  reason: string
  assertion: StoredAssertion | undefined
  appliesAt?: number
}

/** Moves a request on from PROPOSED; returns false where it is not in that state any more. */
export async function decideRequest(db: OperatorsDb, params: Decision): Promise<boolean> {
  const done = await db
    .updateTable('operators.change_requests')
    .set({
      status: params.status,
      decided_by: params.by,
      decided_at: dateOf(params.at),
      decision_reason: params.reason,
      decision_assertion: params.assertion === undefined ? null : JSON.stringify(params.assertion),
      applies_at: params.appliesAt === undefined ? null : dateOf(params.appliesAt),
    })
    .where('id', '=', params.id)
    .where('status', '=', 'PROPOSED')
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Marks a decided request as carried out. */
export async function markApplied(db: OperatorsDb, { id, at }: { id: string; at: number }): Promise<void> {
  await db
    .updateTable('operators.change_requests')
    .set({ status: 'APPLIED', applied_at: dateOf(at) })
    .where('id', '=', id)
    .where('status', 'in', ['APPROVED', 'SCHEDULED'])
    .execute()
}

/** Ends what was not decided in time, and marks parameters that have come into force. An adjustment is carried out by its own job. */
export async function sweepRequests(db: OperatorsDb, now: number): Promise<void> {
  await sql`update operators.change_requests set status = 'EXPIRED' where status = 'PROPOSED' and ends_at <= ${dateOf(now)}`.execute(
    db,
  )
  await sql`update operators.change_requests set status = 'APPLIED', applied_at = applies_at
    where kind = 'params' and status = 'SCHEDULED' and applies_at <= ${dateOf(now)}`.execute(db)
}

/** How many requests wait for a second person, and since when. */
export async function waitingRequests(
  db: OperatorsDb,
  { now, kinds }: Pick<RequestsParams, 'now' | 'kinds'>,
): Promise<{ open: number; oldestAt: number | null }> {
  const { rows } = await sql<{ open: number; oldest: Date | null }>`
    select count(*)::int as open, min(proposed_at) as oldest from operators.change_requests
    where status = 'PROPOSED' and ends_at > ${dateOf(now)} and kind = any (${kinds as AnyKind[]}::text[])`.execute(db)
  return { open: rows[0]?.open ?? 0, oldestAt: time(rows[0]?.oldest ?? null) }
}
