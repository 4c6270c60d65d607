import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import {
  decideInvite,
  inviteQueue,
  viewInvite,
  type QueuedInvite,
  type SeenInvite,
} from '@evenhand/protocol/invites-console.ts'
import type { InviteRewardStatus } from '@evenhand/protocol/states.ts'
import * as z from 'zod/mini'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { caseCondition } from '../../kernel/module/case-filter.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { Customer } from '../accounts/index.ts'
import { decidedNotice } from './invite-notices.ts'
import type { InvitesConsoleDeps } from './invites.deps.ts'
import { usdtText } from './invites.rules.ts'
import { reviewColumns, rewardStatus, type ReviewRow } from './invites.store.ts'

/** Operators' part of invitations: the queue of held rewards, one pair of customers, and the decision about it. */
export const invitesConsole = (deps: InvitesConsoleDeps): MountedOperator[] => [
  handleOperator(inviteQueue, (request, call) => queue(deps, request, call)),
  handleOperator(viewInvite, ({ id }, call) => view(deps, id, call)),
  handleOperator(decideInvite, (request, call) => decide(deps, request, call)),
]

type Row = ReviewRow & { fees: bigint; held: bigint }
type WeekRow = { week: string; fees: bigint; amount: bigint; paid: bigint; status: InviteRewardStatus }
type Page = { where: Fragment; limit: number; offset: number }

async function reviewsWhere({ db }: InvitesConsoleDeps, { where, limit, offset }: Page): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${reviewColumns}, coalesce(r.fees, 0)::bigint as fees, coalesce(r.held, 0)::bigint as held
    from invites.reviews v left join lateral (
      select sum(r.fees) as fees, sum(r.amount - r.paid) filter (where ${rewardStatus} = 'HELD') as held
      from invites.rewards r where r.invitee_id = v.invitee_id) r on true
    where ${where} order by v.status <> 'OPEN', v.due_at, v.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

async function count({ db }: InvitesConsoleDeps, where: Fragment): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from invites.reviews v where ${where}`.execute(db)
  return rows[0]?.n ?? 0
}

async function customersOf({ accounts }: InvitesConsoleDeps, rows: readonly Row[]): Promise<Map<string, Customer>> {
  const ids = new Set(rows.flatMap(({ inviterId, inviteeId }) => [inviterId, inviteeId]))
  return new Map((await accounts.findMany([...ids])).map((customer) => [customer.id, customer]))
}

const queuedOf = (row: Row, customers: ReadonlyMap<string, Customer>, now: number): QueuedInvite => ({
  id: row.id,
  customerId: row.inviterId,
  username: customers.get(row.inviterId)?.username ?? '',
  invitee: { id: row.inviteeId, username: customers.get(row.inviteeId)?.username ?? '' },
  signals: row.signals,
  openedAt: msOf(row.openedAt),
  dueAt: msOf(row.dueAt),
  overdue: row.status === 'OPEN' && msOf(row.dueAt) < now,
  status: row.status,
  fees: usdtText(row.fees),
  held: usdtText(row.held),
})

async function queue(deps: InvitesConsoleDeps, request: z.output<typeof inviteQueue.request>, call: OperatorCall) {
  const { status = 'OPEN', page = 1, size = 50 } = request
  const now = deps.clock.now()
  const cases = await deps.operators.filterCases(call, 'invite', request)
  const where = sql`${status === 'ALL' ? sql`true` : sql`v.status = ${status}`}
    and ${caseCondition({ id: sql`v.id`, customer: sql`v.inviter_id`, received: sql`v.opened_at` }, cases)}`
  const [rows, total, overdue] = await Promise.all([
    reviewsWhere(deps, { where, limit: size, offset: (page - 1) * size }),
    count(deps, where),
    count(deps, sql`v.status = 'OPEN' and v.due_at < ${dateOf(now)}`),
  ])
  const customers = await customersOf(deps, rows)
  return { rows: rows.map((row) => queuedOf(row, customers, now)), total, page, size, overdue }
}

async function mustFind(deps: InvitesConsoleDeps, id: string): Promise<Row> {
  const [row] = await reviewsWhere(deps, { where: sql`v.id = ${id}`, limit: 1, offset: 0 })
  if (row === undefined) throw refuse('notFound')
  return row
}

function personOf(customer: Customer | undefined): SeenInvite['inviter'] {
  if (customer === undefined) throw refuse('notFound')
  const { id, username, createdAt, country, kycStatus } = customer
  return { id, username, createdAt, country, kycStatus }
}

async function seen(deps: InvitesConsoleDeps, id: string): Promise<SeenInvite> {
  const row = await mustFind(deps, id)
  const customers = await customersOf(deps, [row])
  const weeks = await sql<WeekRow>`
    select to_char(week, 'YYYY-MM-DD') as week, fees, amount, paid, ${rewardStatus} as status from invites.rewards r
    where invitee_id = ${row.inviteeId} order by r.week desc limit 30`.execute(deps.db)
  return {
    ...queuedOf(row, customers, deps.clock.now()),
    inviter: personOf(customers.get(row.inviterId)),
    invited: personOf(customers.get(row.inviteeId)),
    decidedAt: row.decidedAt === null ? null : msOf(row.decidedAt),
    reason: row.reason,
    weeks: weeks.rows.map((week) => ({
      ...week,
      fees: usdtText(week.fees),
      amount: usdtText(week.amount),
      paid: usdtText(week.paid),
    })),
  }
}

async function view(deps: InvitesConsoleDeps, id: string, call: OperatorCall): Promise<SeenInvite> {
  const { inviterId } = await mustFind(deps, id)
  const entry = {
    act: 'invite.view',
    subject: `invite:${id}`,
    customerId: inviterId,
    reason: automaticReasons.inviteReview,
  }
  await deps.operators.recordAccess(call, entry)
  return seen(deps, id)
}

/** Releases or refuses what is held, for a reason that the inviter reads. Refuses 40039 what was decided before. */
async function decide(deps: InvitesConsoleDeps, request: z.output<typeof decideInvite.request>, call: OperatorCall) {
  const { id, decision, reason } = request
  const row = await mustFind(deps, id)
  const customers = await customersOf(deps, [row])
  const inviter = customers.get(row.inviterId)
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ outcome: string }>`
      select invites.decide(${id}, ${decision}, ${call.operator.id}, ${reason}, ${dateOf(deps.clock.now())}) as outcome`.execute(
      tx,
    )
    if (rows[0]?.outcome !== 'done') throw refuse('notFound')
    await deps.operators.recordAuditEntry(tx, call, {
      act: decision === 'RELEASED' ? 'invite.release' : 'invite.refuse',
      subject: `invite:${id}`,
      customerId: row.inviterId,
      reason,
      before: { status: 'OPEN' },
      after: { status: decision },
    })
    if (inviter !== undefined) {
      const username = customers.get(row.inviteeId)?.username ?? ''
      await deps.enqueueNotices(tx, [decidedNotice({ accountId: inviter.accountId, id, username, decision, reason })])
    }
  })
  return seen(deps, id)
}
