import { namedReasons } from '@evenhand/protocol/automatic-reasons.ts'
import {
  answerComplaint,
  complaintQueue,
  takeComplaint,
  viewComplaint,
  type QueuedComplaint,
  type SeenComplaint,
} from '@evenhand/protocol/complaints-console.ts'
import { complaintStatuses } from '@evenhand/protocol/states.ts'
import * as z from 'zod/mini'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { complaintNotice } from './complaint-notices.ts'
import type { ComplaintsConsoleDeps } from './complaints.deps.ts'
import { noOf, noText } from './complaints.rules.ts'
import {
  countOverdue,
  findComplaint,
  markAnswered,
  markTaken,
  queuedComplaints,
  type ComplaintRow,
} from './complaints.store.ts'
import { basisOf } from './view-complaint.ts'

/** Operators' part of complaints: the queue with its clock, one complaint, and the two steps they take. */
export function complaintsConsole(deps: ComplaintsConsoleDeps): MountedOperator[] {
  return [
    handleOperator(complaintQueue, (request, call) => queue(deps, request, call)),
    handleOperator(viewComplaint, ({ id }, call) => view(deps, id, call)),
    handleOperator(takeComplaint, ({ id }, call) => take(deps, id, call)),
    handleOperator(answerComplaint, (request, call) => answer(deps, request, call)),
  ]
}

const waiting = ['RECEIVED', 'INVESTIGATING'] as const

async function queue(
  deps: ComplaintsConsoleDeps,
  request: z.output<typeof complaintQueue.request>,
  call: OperatorCall,
) {
  const { page = 1, size = 50, kind } = request
  const now = deps.clock.now()
  const overdue = await countOverdue(deps.db, now)
  const no = request.no === undefined ? undefined : noOf(request.no)
  if (request.no !== undefined && no === undefined) return { rows: [], total: 0, page, size, overdue }
  // Who names a number means that complaint, wherever it stands.
  const all = request.status === 'ALL' || (no !== undefined && request.status === undefined)
  const statuses = all
    ? complaintStatuses
    : request.status === undefined || request.status === 'ALL'
      ? waiting
      : [request.status]
  const cases = await deps.operators.filterCases(call, 'complaint', request)
  const paged = { limit: size, offset: (page - 1) * size }
  const { rows, total } = await queuedComplaints(deps.db, { statuses, kind, no, cases, ...paged })
  return { rows: await queuedViews(deps, rows), total, page, size, overdue }
}

async function queuedViews(deps: ComplaintsConsoleDeps, rows: readonly ComplaintRow[]): Promise<QueuedComplaint[]> {
  const [customers, names] = await Promise.all([
    deps.accounts.findMany([...new Set(rows.map(({ customerId }) => customerId))]),
    deps.operatorNames(rows.flatMap(({ takenBy }) => (takenBy === null ? [] : [takenBy]))),
  ])
  const usernames = new Map(customers.map(({ id, username }) => [id, username]))
  const now = deps.clock.now()
  return rows.map((row) => ({
    ...basisOf(row, now),
    customerId: row.customerId,
    username: usernames.get(row.customerId) ?? '',
    takenBy: row.takenBy === null ? null : (names.get(row.takenBy) ?? ''),
  }))
}

async function mustFind(deps: ComplaintsConsoleDeps, id: string): Promise<ComplaintRow> {
  const row = await findComplaint(deps.db, { id })
  if (row === undefined) throw refuse('notFound')
  return row
}

const hadPart = async (deps: ComplaintsConsoleDeps, { kind, subjectId }: ComplaintRow, call: OperatorCall) =>
  subjectId !== null && deps.hadPart({ operatorId: call.operator.id, subject: `${kind}:${subjectId}` })

async function seen(deps: ComplaintsConsoleDeps, id: string, call: OperatorCall): Promise<SeenComplaint> {
  const row = await mustFind(deps, id)
  const [[queued], names, ownPart] = await Promise.all([
    queuedViews(deps, [row]),
    deps.operatorNames(row.answeredBy === null ? [] : [row.answeredBy]),
    hadPart(deps, row, call),
  ])
  if (queued === undefined) throw refuse('notFound')
  const answeredBy = row.answeredBy === null ? null : (names.get(row.answeredBy) ?? '')
  return { ...queued, text: row.text, answer: row.answer, answeredBy, steps: row.steps, ownPart, chatId: row.chatId }
}

async function view(deps: ComplaintsConsoleDeps, id: string, call: OperatorCall): Promise<SeenComplaint> {
  const { customerId, no } = await mustFind(deps, id)
  const entry = {
    act: 'complaint.view',
    subject: `complaint:${id}`,
    customerId,
    reason: `${namedReasons.complaint} ${noText(no)}`,
  }
  await deps.operators.recordAccess(call, entry)
  return seen(deps, id, call)
}

/** Begins to handle it. Refuses 40039 where another operator has begun before. */
async function take(deps: ComplaintsConsoleDeps, id: string, call: OperatorCall): Promise<SeenComplaint> {
  const { customerId, no } = await mustFind(deps, id)
  await deps.db.transaction().execute(async (tx) => {
    if (!(await markTaken(tx, { id, by: call.operator.id, at: deps.clock.now() }))) throw refuse('notFound')
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'complaint.take',
      subject: `complaint:${id}`,
      customerId,
      reason: `${namedReasons.complaint} ${noText(no)}`,
      before: { status: 'RECEIVED' },
      after: { status: 'INVESTIGATING' },
    })
  })
  return seen(deps, id, call)
}

/** Refuses 40033 who decided what it is about, and 40039 one that is not in review or was answered meanwhile. */
async function answer(
  deps: ComplaintsConsoleDeps,
  request: z.output<typeof answerComplaint.request>,
  call: OperatorCall,
) {
  const { id, finding, reason } = request
  const row = await mustFind(deps, id)
  if (await hadPart(deps, row, call)) throw refuse('fourEyesNeeded', { needed: 2 })
  const at = deps.clock.now()
  const [customer] = await deps.accounts.findMany([row.customerId])
  await deps.db.transaction().execute(async (tx) => {
    if (!(await markAnswered(tx, { id, by: call.operator.id, at, finding, answer: request.answer })))
      throw refuse('notFound')
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'complaint.answer',
      subject: `complaint:${id}`,
      customerId: row.customerId,
      reason,
      before: { status: 'INVESTIGATING' },
      after: { status: 'ANSWERED', finding, answer: request.answer },
    })
    if (customer !== undefined)
      await deps.enqueueNotices(tx, [
        complaintNotice('complaint.answered', { complaint: row, accountId: customer.accountId }),
      ])
  })
  return seen(deps, id, call)
}
