import { dayMs } from '@evenhand/protocol/durations.ts'
import {
  inviteRules,
  type inviteInfo,
  type inviteList,
  type inviteRewards,
  type inviteStatistics,
  type Invitee,
  type InviteeStatus,
  type RewardLine,
} from '@evenhand/protocol/invites.ts'
import { formatUnits, mulDiv } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { msOf } from '../../kernel/time/clock.ts'
import type { Customer } from '../accounts/index.ts'
import { gatherFeesOf } from './gather-fees.ts'
import type { InvitesDeps } from './invites.deps.ts'
import { discountUntil, masked, nextMonday, rewardUntil, usdtText } from './invites.rules.ts'
import {
  boundOf,
  countInvited,
  countInvitees,
  feeLines,
  feeSums,
  inviteeSums,
  inviteesOf,
  lastReviews,
  paidInMonth,
  paymentsTo,
  rewardSums,
  type InviteeRow,
  type InviteeSums,
  type ReviewRow,
  type Sums,
} from './invites.store.ts'

const monthMs = 30 * dayMs
const freshMs = dayMs
const maxPayments = 12

const viewSums = ({ accrued, held, paid, voided }: Sums) => ({
  accrued: usdtText(accrued),
  held: usdtText(held),
  paid: usdtText(paid),
  voided: usdtText(voided),
})

async function caller({ accounts }: InvitesDeps, { session }: Call): Promise<Customer> {
  const customer = await accounts.find(session.customerId)
  if (customer === undefined) throw refuse('customerNotFound')
  return customer
}

/** Who invited the caller and what comes of it to both. */
async function viewInviter(deps: InvitesDeps, { id, country }: Customer) {
  const bound = await boundOf(deps.db, id)
  if (bound === undefined) return null
  const [{ fees, earned }, sums] = await Promise.all([
    feeSums(deps.db, { inviteeId: id }),
    rewardSums(deps.db, { inviteeId: id }),
  ])
  return {
    name: masked(bound.username),
    boundAt: bound.boundAt,
    discountUntil: deps.isOffered({ country }) ? discountUntil(bound.boundAt) : null,
    rewardUntil: rewardUntil(bound.boundAt),
    fees: usdtText(fees),
    earned: usdtText(earned),
    ...viewSums(sums),
  }
}

/** Everything of the page but its two tables. What was paid a moment ago is in it. */
export async function info(
  deps: InvitesDeps,
  _request: object,
  call: Call,
): Promise<z.input<typeof inviteInfo.result>> {
  const now = deps.clock.now()
  const customer = await caller(deps, call)
  const { id } = customer
  const bound = await boundOf(deps.db, id)
  if (bound !== undefined) await gatherFeesOf(deps, { inviterId: bound.inviterId, inviteeId: id, since: now - freshMs })
  await gatherFeesOf(deps, { inviterId: id, since: now - freshMs })
  const offered = deps.isOffered({ country: customer.country, ip: call.ip })
  const [counts, sums, { fees }, paidThisMonth, inviter] = await Promise.all([
    countInvitees(deps.db, { inviterId: id, earningSince: now - inviteRules.rewardDays * dayMs }),
    rewardSums(deps.db, { inviterId: id }),
    feeSums(deps.db, { inviterId: id, since: now - monthMs }),
    paidInMonth(deps.db, { inviterId: id, now }),
    viewInviter(deps, customer),
  ])
  const bindUntil = customer.createdAt + inviteRules.bindDays * dayMs
  const mayBind = inviter === null && offered && now < bindUntil && !(await deps.hasTraded(customer))
  const { minPayment, maxMonth, rewardPercent, rewardDays, discountPercent, discountDays, bindDays } = inviteRules
  return {
    code: customer.inviteCode,
    offered,
    country: customer.country,
    verified: customer.kycStatus === 'VERIFIED',
    counts,
    sums: { ...viewSums(sums), fees30d: usdtText(fees), paidThisMonth: usdtText(paidThisMonth) },
    nextPayAt: nextMonday(now),
    bindUntil: mayBind ? bindUntil : null,
    inviter,
    rules: {
      rewardPercent,
      rewardDays,
      discountPercent,
      discountDays,
      bindDays,
      minPayment: usdtText(minPayment),
      maxMonth: usdtText(maxMonth),
    },
  }
}

type InviteeFacts = { row: InviteeRow; sums: InviteeSums | undefined; review: ReviewRow | undefined }

/** How an invited customer stands; `mayEarn`: the inviter is verified and the programme is offered to him. */
function statusOf(deps: InvitesDeps, { row, sums, review }: InviteeFacts, inviter: Customer): InviteeStatus {
  if (review?.status === 'REFUSED') return 'REFUSED'
  if (review?.status === 'OPEN') return 'HELD'
  const isOpen = [row.country, inviter.country].every((country) => deps.isOffered({ country }))
  if (!isOpen) return 'CLOSED'
  const isVerified = row.verified && inviter.kycStatus === 'VERIFIED'
  const isOver = deps.clock.now() >= rewardUntil(msOf(row.invitedAt))
  if (!isVerified && (!isOver || (sums?.unpaid ?? 0n) > 0n)) return 'WAITING'
  return isOver ? 'ENDED' : 'EARNING'
}

const viewReview = (review: ReviewRow | undefined): Invitee['review'] =>
  review === undefined ? null : { signals: review.signals, dueAt: msOf(review.dueAt), reason: review.reason }

/** Whom the caller invited. */
export async function list(
  deps: InvitesDeps,
  { page = 1, size = 20 }: z.output<typeof inviteList.request>,
  call: Call,
): Promise<z.input<typeof inviteList.result>> {
  const customer = await caller(deps, call)
  const { rows, total } = await inviteesOf(deps.db, {
    inviterId: customer.id,
    limit: size,
    offset: (page - 1) * size,
  })
  const ids = rows.map(({ id }) => id)
  const [sums, reviews] = await Promise.all([
    inviteeSums(deps.db, ids, deps.clock.now() - monthMs),
    lastReviews(deps.db, ids),
  ])
  const viewed = rows.map((row): Invitee => {
    const facts = { row, sums: sums.get(row.id), review: reviews.get(row.id) }
    return {
      name: masked(row.username),
      joinedAt: msOf(row.createdAt),
      verified: row.verified,
      fees30d: usdtText(facts.sums?.fees30d ?? 0n),
      share: usdtText(facts.sums?.share ?? 0n),
      status: statusOf(deps, facts, customer),
      rewardUntil: rewardUntil(msOf(row.invitedAt)),
      review: viewReview(facts.review),
    }
  })
  return { rows: viewed, total, page, size }
}

/** Fee by fee, what the caller earned by invited customers, or the inviter by the caller. */
export async function rewards(
  deps: InvitesDeps,
  { side = 'earned', page = 1, size = 20 }: z.output<typeof inviteRewards.request>,
  call: Call,
): Promise<z.input<typeof inviteRewards.result>> {
  const { customerId } = call.session
  const isGiven = side === 'given'
  const { rows, total } = await feeLines(deps.db, {
    side: isGiven ? { inviteeId: customerId } : { inviterId: customerId },
    now: deps.clock.now(),
    limit: size,
    offset: (page - 1) * size,
  })
  const names = isGiven ? [] : await deps.accounts.findMany([...new Set(rows.map(({ inviteeId }) => inviteeId))])
  const known = new Map(names.map(({ id, username }) => [id, username]))
  const lines = rows.map((row): RewardLine => ({
    orderNo: isGiven ? deps.orderNoText(row.orderNo) : null,
    name: isGiven ? null : masked(known.get(row.inviteeId) ?? ''),
    at: msOf(row.at),
    kind: row.kind,
    fee: usdtText(row.fee),
    reward: usdtText(row.reward),
    off: row.off,
    payAt: msOf(row.payAt),
    status: row.status,
  }))
  const payments = isGiven ? [] : await paymentsTo(deps.db, customerId, maxPayments)
  return {
    rows: lines,
    total,
    page,
    size,
    payments: payments.map(({ dueAt, paidAt, amount }) => ({
      dueAt: msOf(dueAt),
      paidAt: msOf(paidAt),
      amount: usdtText(amount),
    })),
  }
}

/** The programme to the public, without names. */
export async function statistics(deps: InvitesDeps): Promise<z.input<typeof inviteStatistics.result>> {
  const [invited, { fees }, sums] = await Promise.all([
    countInvited(deps.db),
    feeSums(deps.db, {}),
    rewardSums(deps.db, {}),
  ])
  return {
    invited,
    fees: usdtText(fees),
    ...viewSums(sums),
    share: fees === 0n ? null : formatUnits(mulDiv(sums.paid, 1_000_000n, fees, 'floor'), 4),
    at: deps.clock.now(),
  }
}
