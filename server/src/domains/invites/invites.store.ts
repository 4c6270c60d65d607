import type { BindRefusal } from '@evenhand/protocol/invites.ts'
import { inviteRules } from '@evenhand/protocol/invites.ts'
import type { InviteReviewStatus, InviteRewardStatus, InviteSignal } from '@evenhand/protocol/states.ts'
import { sql } from '../../kernel/db/db.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { InvitesDb, PaidFee } from './invites.deps.ts'

export type Invited = { customerId: string; accountId: bigint; inviterId: string; invitedAt: number }

/** Customers who were invited after a time; of one inviter where he is given. */
export async function invitedAfter(db: InvitesDb, params: { after: number; inviterId?: string }): Promise<Invited[]> {
  const { rows } = await sql<Omit<Invited, 'invitedAt'> & { at: Date }>`
    select customer_id as "customerId", account_id as "accountId", inviter_id as "inviterId", invited_at as at
    from invites.invited(${dateOf(params.after)}, ${params.inviterId ?? null})`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, invitedAt: msOf(at) }))
}

/** Binds a customer by a code in upper case, or returns why not. */
export async function bind(db: InvitesDb, params: { customerId: string; code: string; now: number }) {
  const { rows } = await sql<{ outcome: 'done' | BindRefusal; inviter: string | null }>`
    select outcome, inviter from invites.bind(${params.customerId}, ${params.code}, ${inviteRules.bindDays}, ${dateOf(params.now)})`.execute(
    db,
  )
  return rows[0] ?? { outcome: 'unknown' as const, inviter: null }
}

export type Bound = { inviterId: string; username: string; boundAt: number; country: string }

/** Who invited a customer; undefined where there is no inviter. */
export async function boundOf(db: InvitesDb, customerId: string): Promise<Bound | undefined> {
  const { rows } = await sql<Omit<Bound, 'boundAt'> & { at: Date }>`
    select inviter_id as "inviterId", username, invited_at as at, country from invites.bound_of(${customerId})`.execute(
    db,
  )
  const [row] = rows
  return row && { inviterId: row.inviterId, username: row.username, country: row.country, boundAt: msOf(row.at) }
}

/** When customers were bound, epoch milliseconds by customer; without those without an inviter. */
export async function boundAt(db: InvitesDb, customerIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select customer_id as id, bound_at as at from invites.bound_at(${[...new Set(customerIds)]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, msOf(at)]))
}

export type FeeToKeep = PaidFee & { closed: boolean }

/** Keeps fees, each once; `readTo`: up to when closings were read, null where only some accounts were. Returns how many were new. */
export async function keepFees(
  db: InvitesDb,
  { fees, readTo }: { fees: readonly FeeToKeep[]; readTo: number | null },
): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select invites.keep_fees(
      coalesce((select array_agg(f::invites.new_fee) from unnest(${fees.map(({ kind }) => kind)}::text[], ${fees.map(({ ref }) => ref)}::uuid[],
        ${fees.map(({ orderNo }) => orderNo)}::bigint[], ${fees.map(({ accountId }) => accountId)}::bigint[],
        ${fees.map(({ fee }) => fee)}::bigint[], ${fees.map(({ at }) => dateOf(at))}::timestamptz[],
        ${fees.map(({ closed }) => closed)}::boolean[]) f(kind, ref, order_no, account_id, fee, at, closed)), '{}'),
      ${inviteRules.rewardDays}, ${readTo === null ? null : dateOf(readTo)}) as kept`.execute(db)
  return rows[0]?.kept ?? 0
}

/** Up to when closings were read for fees, epoch ms. */
export async function feesReadTo(db: InvitesDb): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select read_to as at from invites.progress`.execute(db)
  return rows[0] === undefined ? 0 : msOf(rows[0].at)
}

/** Inviters whose payday has come, the oldest first. */
export async function duePaydays(db: InvitesDb, now: number, limit: number) {
  const { rows } = await sql<{ inviterId: string; dueAt: Date }>`
    select inviter_id as "inviterId", next_at as "dueAt" from invites.paydays
    where next_at <= ${dateOf(now)} order by next_at, inviter_id limit ${limit}`.execute(db)
  return rows.map(({ inviterId, dueAt }) => ({ inviterId, dueAt: msOf(dueAt) }))
}

/** Whose rewards of an inviter are unpaid, with the reviews there were: what is open, and what was released. */
export async function unpaidInvitees(db: InvitesDb, inviterId: string) {
  const { rows } = await sql<{ inviteeId: string; isOpen: boolean; released: InviteSignal[] }>`
    select r.invitee_id as "inviteeId",
      exists (select from invites.reviews v where v.invitee_id = r.invitee_id and v.status = 'OPEN') as "isOpen",
      array(select distinct s from invites.reviews v, unnest(v.signals) s where v.invitee_id = r.invitee_id and v.status = 'RELEASED') as released
    from (select distinct invitee_id from invites.rewards
      where inviter_id = ${inviterId} and status in ('ACCRUED', 'HELD')) r order by 1`.execute(db)
  return rows
}

export type NewReview = { id: string; inviteeId: string; signals: readonly InviteSignal[] }
export type Payment = {
  inviterId: string
  accountId: bigint
  dueAt: number
  paymentId: string
  payable: readonly string[]
  reviews: readonly NewReview[]
  reviewDueAt: number
  now: number
}

/** Deals with one Monday of an inviter: holds, pays, advances; or finds that it was dealt with. */
export async function pay(tx: InvitesDb, params: Payment) {
  const { reviews } = params
  const { rows } = await sql<{ outcome: 'done' | 'gone'; paid: bigint; opened: string[] }>`
    select outcome, paid, opened from invites.pay(${params.inviterId}, ${params.accountId}, ${dateOf(params.dueAt)}, ${params.paymentId},
      ${params.payable as string[]}::uuid[], ${reviews.map(({ id }) => id)}::uuid[], ${reviews.map(({ inviteeId }) => inviteeId)}::uuid[],
      ${reviews.map(({ signals }) => signals.join(','))}::text[], ${dateOf(params.reviewDueAt)},
      ${inviteRules.minPayment}, ${inviteRules.maxMonth}, ${dateOf(params.now)})`.execute(tx)
  return rows[0] ?? { outcome: 'gone' as const, paid: 0n, opened: [] }
}

/** How rewards `r` stand: what a person released waits for its Monday like any other. */
export const rewardStatus = sql`
  case when r.status = 'HELD' and exists (select from invites.reviews v where v.id = r.review_id and v.status = 'RELEASED')
    then 'ACCRUED' else r.status end`

export type Sums = { accrued: bigint; held: bigint; paid: bigint; voided: bigint }
const sumColumns = sql`
  coalesce(sum(r.amount - r.paid) filter (where ${rewardStatus} = 'ACCRUED'), 0)::bigint as accrued,
  coalesce(sum(r.amount - r.paid) filter (where ${rewardStatus} = 'HELD'), 0)::bigint as held,
  coalesce(sum(r.paid), 0)::bigint as paid,
  coalesce(sum(r.amount - r.paid) filter (where r.status = 'VOIDED'), 0)::bigint as voided`
const noSums: Sums = { accrued: 0n, held: 0n, paid: 0n, voided: 0n }

/** What became of the rewards of an inviter, or for one invited customer, or of all. */
export async function rewardSums(db: InvitesDb, params: { inviterId?: string; inviteeId?: string }): Promise<Sums> {
  const { inviterId = null, inviteeId = null } = params
  const { rows } = await sql<Sums>`
    select ${sumColumns} from invites.rewards r
    where (${inviterId}::uuid is null or r.inviter_id = ${inviterId}) and (${inviteeId}::uuid is null or r.invitee_id = ${inviteeId})`.execute(
    db,
  )
  return rows[0] ?? noSums
}

/** Fees of one side and what they earned since a time; of all where none is given. */
export async function feeSums(
  db: InvitesDb,
  {
    inviterId = null,
    inviteeId = null,
    since = 0,
  }: { inviterId?: string | null; inviteeId?: string | null; since?: number },
): Promise<{ fees: bigint; earned: bigint }> {
  const { rows } = await sql<{ fees: bigint; earned: bigint }>`
    select coalesce(sum(f.fee), 0)::bigint as fees, coalesce(sum(f.reward), 0)::bigint as earned from invites.fees f
    where (${inviterId}::uuid is null or f.inviter_id = ${inviterId}) and (${inviteeId}::uuid is null or f.invitee_id = ${inviteeId})
      and f.at >= ${dateOf(since)}`.execute(db)
  return rows[0] ?? { fees: 0n, earned: 0n }
}

/** What was paid to an inviter in the calendar month (UTC) of a time. */
export async function paidInMonth(db: InvitesDb, params: { inviterId: string; now: number }): Promise<bigint> {
  const { rows } = await sql<{ paid: bigint }>`
    select coalesce(sum(amount), 0)::bigint as paid from invites.payments where inviter_id = ${params.inviterId}
      and date_trunc('month', due_at, 'UTC') = date_trunc('month', ${dateOf(params.now)}::timestamptz, 'UTC')`.execute(
    db,
  )
  return rows[0]?.paid ?? 0n
}

export type LineRow = {
  inviteeId: string
  orderNo: bigint
  at: Date
  kind: 'OPEN' | 'CLOSE'
  fee: bigint
  reward: bigint
  off: 'COUNTRY' | 'REFUSED' | null
  payAt: Date
  status: InviteRewardStatus | null
}
type Side = { inviterId: string } | { inviteeId: string }

/** A page of fees with what each earned, newest first, and how many there are. */
export async function feeLines(db: InvitesDb, params: { side: Side; limit: number; offset: number; now: number }) {
  const { side } = params
  const where = 'inviterId' in side ? sql`f.inviter_id = ${side.inviterId}` : sql`f.invitee_id = ${side.inviteeId}`
  const { rows } = await sql<LineRow>`
    select f.invitee_id as "inviteeId", f.order_no as "orderNo", f.at, f.kind, f.fee, f.reward, f.off,
      coalesce((select max(p.due_at) from invites.payment_parts o join invites.payments p on p.id = o.payment_id
          where r.status = 'PAID' and o.invitee_id = r.invitee_id and o.week = r.week),
        greatest(f.week + 7, invites.week_of(${dateOf(params.now)}) + 7)::timestamp at time zone 'UTC') as "payAt", case when f.off is null then ${rewardStatus} end as status
    from invites.fees f left join invites.rewards r on r.invitee_id = f.invitee_id and r.week = f.week
    where ${where} order by f.at desc, f.ref, f.kind limit ${params.limit} offset ${params.offset}`.execute(db)
  const count = await sql<{ n: number }>`select count(*)::int as n from invites.fees f where ${where}`.execute(db)
  return { rows, total: count.rows[0]?.n ?? 0 }
}

/** The newest payments to an inviter. */
export async function paymentsTo(db: InvitesDb, inviterId: string, limit: number) {
  const { rows } = await sql<{ dueAt: Date; paidAt: Date; amount: bigint }>`
    select due_at as "dueAt", paid_at as "paidAt", amount from invites.payments
    where inviter_id = ${inviterId} order by due_at desc limit ${limit}`.execute(db)
  return rows
}

export type InviteeRow = {
  id: string
  username: string
  invitedAt: Date
  createdAt: Date
  verified: boolean
  country: string
}

/** A page of whom a customer invited, newest first, and how many there are. */
export async function inviteesOf(db: InvitesDb, params: { inviterId: string; limit: number; offset: number }) {
  const { rows } = await sql<InviteeRow & { total: number }>`
    select id, username, invited_at as "invitedAt", created_at as "createdAt", verified, country, total
    from invites.invitees(${params.inviterId}, ${params.limit}, ${params.offset})`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** How many a customer invited, of whom are verified, and of whom were bound after a time; and how many were invited in all. */
export async function countInvitees(db: InvitesDb, params: { inviterId: string; earningSince: number }) {
  const { rows } = await sql<{ invited: number; verified: number; earning: number }>`
    select count(*)::int as invited, (count(*) filter (where verified))::int as verified,
      (count(*) filter (where invited_at > ${dateOf(params.earningSince)}))::int as earning
    from invites.invitees(${params.inviterId}, null, 0)`.execute(db)
  return rows[0] ?? { invited: 0, verified: 0, earning: 0 }
}
export async function countInvited(db: InvitesDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from invites.invited('epoch', null)`.execute(db)
  return rows[0]?.n ?? 0
}

export type InviteeSums = { inviteeId: string; fees30d: bigint; share: bigint; unpaid: bigint }

/** Of some invited customers: fees since a time, and what they earned their inviter that was not void. */
export async function inviteeSums(
  db: InvitesDb,
  ids: readonly string[],
  since: number,
): Promise<Map<string, InviteeSums>> {
  const { rows } = await sql<InviteeSums>`
    select i.id as "inviteeId",
      (select coalesce(sum(f.fee), 0) from invites.fees f where f.invitee_id = i.id and f.at >= ${dateOf(since)})::bigint as "fees30d",
      (select coalesce(sum(case r.status when 'VOIDED' then r.paid else r.amount end), 0) from invites.rewards r where r.invitee_id = i.id)::bigint as share,
      (select coalesce(sum(r.amount - r.paid), 0) from invites.rewards r where r.invitee_id = i.id and r.status = 'ACCRUED')::bigint as unpaid
    from unnest(${[...ids]}::uuid[]) i(id)`.execute(db)
  return new Map(rows.map((row) => [row.inviteeId, row]))
}

export type ReviewRow = {
  id: string
  inviterId: string
  inviteeId: string
  signals: InviteSignal[]
  openedAt: Date
  dueAt: Date
  status: InviteReviewStatus
  decidedAt: Date | null
  reason: string | null
}
export const reviewColumns = sql`v.id, v.inviter_id as "inviterId", v.invitee_id as "inviteeId", v.signals, v.opened_at as "openedAt",
  v.due_at as "dueAt", v.status, v.decided_at as "decidedAt", v.reason`

/** The last review of each of some invited customers. */
export async function lastReviews(db: InvitesDb, ids: readonly string[]): Promise<Map<string, ReviewRow>> {
  const { rows } = await sql<ReviewRow>`
    select distinct on (v.invitee_id) ${reviewColumns} from invites.reviews v
    where v.invitee_id = any (${[...ids]}::uuid[]) order by v.invitee_id, v.opened_at desc`.execute(db)
  return new Map(rows.map((row) => [row.inviteeId, row]))
}
