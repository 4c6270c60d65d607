import type { ComplaintFinding, ComplaintKind } from '@evenhand/protocol/complaints.ts'
import type { ComplaintStatus } from '@evenhand/protocol/states.ts'
import { caseCondition, type CaseFilter } from '../../kernel/module/case-filter.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { ComplaintsDb } from './complaints.deps.ts'

/** A complaint as it lies; times in epoch milliseconds. */
export type ComplaintRow = {
  id: string
  no: bigint
  customerId: string
  kind: ComplaintKind
  subjectId: string | null
  subjectNo: string | null
  text: string
  status: ComplaintStatus
  receivedAt: number
  dueAt: number
  takenBy: string | null
  answeredBy: string | null
  answeredAt: number | null
  finding: ComplaintFinding | null
  answer: string | null
  steps: { status: ComplaintStatus; at: number }[]
  chatId: string | null
}

type Row = {
  id: string
  no: bigint
  customer_id: string
  kind: ComplaintKind
  subject_id: string | null
  subject_no: string | null
  text: string
  status: ComplaintStatus
  received_at: Date
  due_at: Date
  taken_by: string | null
  answered_by: string | null
  answered_at: Date | null
  finding: ComplaintFinding | null
  answer: string | null
  steps: { status: ComplaintStatus; at: number }[]
  chat_id: string | null
}

const columns = sql`c.id, c.no, c.chat_id, c.customer_id, c.kind, c.subject_id, c.subject_no, c.text, c.status, c.received_at, c.due_at,
  c.taken_by, c.answered_by, c.answered_at, c.finding, c.answer,
  (select jsonb_agg(jsonb_build_object('status', s.status, 'at', floor(extract(epoch from s.at) * 1000)::bigint)
     order by s.at, array_position(array['RECEIVED', 'INVESTIGATING', 'ANSWERED'], s.status))
   from complaints.steps s where s.complaint_id = c.id) as steps`

const rowOf = (row: Row): ComplaintRow => ({
  id: row.id,
  no: row.no,
  customerId: row.customer_id,
  kind: row.kind,
  subjectId: row.subject_id,
  subjectNo: row.subject_no,
  text: row.text,
  status: row.status,
  receivedAt: msOf(row.received_at),
  dueAt: msOf(row.due_at),
  takenBy: row.taken_by,
  answeredBy: row.answered_by,
  answeredAt: row.answered_at === null ? null : msOf(row.answered_at),
  finding: row.finding,
  answer: row.answer,
  steps: row.steps,
  chatId: row.chat_id,
})

/** One complaint by its id or number; of one customer's, where he is named. */
export async function findComplaint(
  db: ComplaintsDb,
  params: { id?: string; no?: bigint; customerId?: string },
): Promise<ComplaintRow | undefined> {
  const { rows } = await sql<Row>`select ${columns} from complaints.complaints c
    where (${params.id ?? null}::uuid is null or c.id = ${params.id ?? null}::uuid)
      and (${params.no ?? null}::bigint is null or c.no = ${params.no ?? null}::bigint)
      and (${params.customerId ?? null}::uuid is null or c.customer_id = ${params.customerId ?? null}::uuid)
      and coalesce(${params.id ?? null}::text, ${params.no ?? null}::bigint::text) is not null`.execute(db)
  return rows[0] && rowOf(rows[0])
}

export type Listed = { rows: ComplaintRow[]; total: number }
type Paged = { limit: number; offset: number }

/** A customer's complaints, newest first. */
export async function customerComplaints(db: ComplaintsDb, params: Paged & { customerId: string }): Promise<Listed> {
  const { rows } = await sql<Row & { total: number }>`
    select ${columns}, (count(*) over ())::int as total from complaints.complaints c
    where c.customer_id = ${params.customerId} order by c.received_at desc, c.id desc
    limit ${params.limit} offset ${params.offset}`.execute(db)
  return { rows: rows.map(rowOf), total: rows[0]?.total ?? 0 }
}

type Queueing = Paged & {
  statuses: readonly ComplaintStatus[]
  kind: ComplaintKind | undefined
  no: bigint | undefined
  cases: CaseFilter
}

/** Complaints for operators: those that wait first, by when they are due and then came, the others the newest first. */
export async function queuedComplaints(db: ComplaintsDb, params: Queueing): Promise<Listed> {
  const { rows } = await sql<Row & { total: number }>`
    select ${columns}, (count(*) over ())::int as total from complaints.complaints c
    where c.status = any(${params.statuses as string[]}::text[]) and (${params.kind ?? null}::text is null or c.kind = ${params.kind ?? null})
      and (${params.no ?? null}::bigint is null or c.no = ${params.no ?? null}::bigint)
      and ${caseCondition({ id: sql`c.id`, customer: sql`c.customer_id`, received: sql`c.received_at` }, params.cases)}
    order by (c.status in ('RECEIVED', 'INVESTIGATING')) desc,
      case when c.status in ('RECEIVED', 'INVESTIGATING') then c.due_at end,
      case when c.status in ('RECEIVED', 'INVESTIGATING') then c.received_at end, c.received_at desc, c.id
    limit ${params.limit} offset ${params.offset}`.execute(db)
  return { rows: rows.map(rowOf), total: rows[0]?.total ?? 0 }
}

/** How many wait longer than was promised. */
export async function countOverdue(db: ComplaintsDb, now: number): Promise<number> {
  const { rows } = await sql<{ overdue: number }>`select count(*)::int as overdue from complaints.complaints
    where status in ('RECEIVED', 'INVESTIGATING') and due_at < ${dateOf(now)}`.execute(db)
  return rows[0]?.overdue ?? 0
}

/**
 * How many of a customer's are not answered, and when the oldest of those since `since` came. The first one about an
 * adjustment is its objection and is not counted: what operators announce does not count against the customer's limit.
 */
export async function countOwn(
  db: ComplaintsDb,
  { customerId, since }: { customerId: string; since: number },
): Promise<{ open: number; lately: number; oldestAt: number | null }> {
  const { rows } = await sql<{ open: number; lately: number; oldest: Date | null }>`
    with own as (
      select c.status, c.received_at, c.kind = 'adjustment'
        and row_number() over (partition by c.kind, c.subject_id order by c.received_at, c.id) = 1 as is_objection
      from complaints.complaints c where c.customer_id = ${customerId})
    select (count(*) filter (where status in ('RECEIVED', 'INVESTIGATING')))::int as open,
      (count(*) filter (where received_at > ${dateOf(since)}))::int as lately,
      min(received_at) filter (where received_at > ${dateOf(since)}) as oldest
    from own where not is_objection`.execute(db)
  const [row] = rows
  return { open: row?.open ?? 0, lately: row?.lately ?? 0, oldestAt: row?.oldest ? msOf(row.oldest) : null }
}

/** Whether a customer has complained about an adjustment before; what comes first is its objection. */
export async function hasObjected(
  db: ComplaintsDb,
  { customerId, adjustmentId }: { customerId: string; adjustmentId: string },
): Promise<boolean> {
  const { rows } = await sql`select from complaints.complaints
    where customer_id = ${customerId} and kind = 'adjustment' and subject_id = ${adjustmentId} limit 1`.execute(db)
  return rows.length > 0
}

/** The next of the running numbers, without the digit that finds one misheard. */
export async function nextNumber(db: ComplaintsDb): Promise<bigint> {
  const { rows } = await sql<{ next: bigint }>`select nextval('complaints.no_seq') as next`.execute(db)
  if (rows[0] === undefined) throw new Error('a sequence gave no number')
  return rows[0].next
}

export type NewComplaint = Pick<
  ComplaintRow,
  'id' | 'no' | 'customerId' | 'kind' | 'subjectId' | 'subjectNo' | 'text' | 'receivedAt' | 'dueAt' | 'chatId'
>

/** Keeps a complaint; its first step is written with it. */
export async function insertComplaint(db: ComplaintsDb, params: NewComplaint): Promise<void> {
  await sql`
    insert into complaints.complaints (id, no, customer_id, kind, subject_id, subject_no, text, received_at, due_at, changed_at,
      chat_id)
    values (${params.id}, ${params.no}, ${params.customerId}, ${params.kind}, ${params.subjectId}, ${params.subjectNo}, ${params.text},
      ${dateOf(params.receivedAt)}, ${dateOf(params.dueAt)}, ${dateOf(params.receivedAt)}, ${params.chatId})`.execute(
    db,
  )
}

/** Records whether the customer accepts an answer. Returns false where no answer waits for that. */
export async function closeAnswered(
  db: ComplaintsDb,
  params: { no: bigint; customerId: string; as: 'ACCEPTED' | 'ESCALATED'; at: number },
): Promise<boolean> {
  const { rows } = await sql`update complaints.complaints set status = ${params.as}, changed_at = ${dateOf(params.at)}
    where no = ${params.no} and customer_id = ${params.customerId} and status = 'ANSWERED' returning id`.execute(db)
  return rows.length === 1
}

/** Begins to handle a complaint; false where another operator has begun before. */
export async function markTaken(db: ComplaintsDb, params: { id: string; by: string; at: number }): Promise<boolean> {
  const { rows } = await sql`
    update complaints.complaints set status = 'INVESTIGATING', taken_by = ${params.by}, changed_at = ${dateOf(params.at)}
    where id = ${params.id} and status = 'RECEIVED' returning id`.execute(db)
  return rows.length === 1
}

export type Answering = { id: string; by: string; at: number; finding: ComplaintFinding; answer: string }

/** Records the answer to a complaint in review; false where it is not, or was answered meanwhile. */
export async function markAnswered(db: ComplaintsDb, params: Answering): Promise<boolean> {
  const { rows } = await sql`
    update complaints.complaints set status = 'ANSWERED', answered_by = ${params.by}, answered_at = ${dateOf(params.at)},
      finding = ${params.finding}, answer = ${params.answer}, changed_at = ${dateOf(params.at)}
    where id = ${params.id} and status = 'INVESTIGATING' returning id`.execute(db)
  return rows.length === 1
}

/** Numbers and states of complaints by their ids. */
export async function complaintStates(
  db: ComplaintsDb,
  ids: readonly string[],
): Promise<Map<string, { no: bigint; status: ComplaintStatus }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('complaints.complaints')
    .select(['id', 'no', 'status'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, no, status }) => [id, { no: BigInt(no), status: status as ComplaintStatus }]))
}
