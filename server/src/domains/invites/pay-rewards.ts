import { hourMs } from '@evenhand/protocol/durations.ts'
import { inviteRules } from '@evenhand/protocol/invites.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { gatherFeesOf } from './gather-fees.ts'
import { heldNotices, paidNotice } from './invite-notices.ts'
import type { InvitesDeps } from './invites.deps.ts'
import { duePaydays, pay, unpaidInvitees, type NewReview } from './invites.store.ts'

const batch = 200

/** Who of an inviter's customers may be paid for, and whose rewards an operator reviews first. */
async function decide(deps: InvitesDeps, { inviterId, now }: { inviterId: string; now: number }) {
  const unpaid = await unpaidInvitees(deps.db, inviterId)
  const customers = await deps.accounts.findMany([inviterId, ...unpaid.map(({ inviteeId }) => inviteeId)])
  const known = new Map(customers.map((customer) => [customer.id, customer]))
  const mayEarn = (id: string) => {
    const customer = known.get(id)
    return customer?.kycStatus === 'VERIFIED' && deps.isOffered({ country: customer.country })
  }
  const inviter = known.get(inviterId)
  const isPaid = inviter?.status !== 'CLOSED' && mayEarn(inviterId)
  const payable = isPaid ? unpaid.filter(({ inviteeId }) => mayEarn(inviteeId)) : []
  const reviews: NewReview[] = []
  for (const { inviteeId, isOpen, released } of payable) {
    if (isOpen) continue
    const signals = await deps.signalsOf({ inviterId, inviteeId })
    // What an operator has reviewed and released is no reason again.
    if (signals.some((signal) => !released.includes(signal))) reviews.push({ id: uuidV7(now), inviteeId, signals })
  }
  return { inviter, known, payable: payable.map(({ inviteeId }) => inviteeId), reviews }
}

/** Deals with one Monday of one inviter; nothing happens where another process was first. Returns whether it was this one. */
async function payOne(deps: InvitesDeps, { inviterId, dueAt }: { inviterId: string; dueAt: number }): Promise<boolean> {
  // Whatever became of the rounds before: the week is whole.
  await gatherFeesOf(deps, { inviterId, since: 0 })
  const now = deps.clock.now()
  const { inviter, known, payable, reviews } = await decide(deps, { inviterId, now })
  if (inviter === undefined) throw new Error('an inviter is a customer')
  const { accountId } = inviter
  const paid = await deps.db.transaction().execute(async (tx) => {
    const result = await pay(tx, {
      inviterId,
      accountId,
      dueAt,
      paymentId: uuidV7(now),
      payable,
      reviews,
      reviewDueAt: now + inviteRules.reviewHours * hourMs,
      now,
    })
    const opened = reviews.filter(({ id }) => result.opened.includes(id))
    await deps.enqueueNotices(tx, [
      ...(result.paid > 0n ? [paidNotice({ accountId, inviterId, dueAt, amount: result.paid })] : []),
      ...heldNotices(opened, { accountId, known }),
    ])
    return result
  })
  if (paid.paid > 0n) deps.moved([accountId])
  return paid.outcome === 'done'
}

/**
 * Pays every inviter whose Monday has come, one after the other, and after a downtime one Monday after the other, as if there
 * had been none. One that fails is logged and stops no other; the next round tries again. Returns how many were dealt with.
 */
export async function payRewards(deps: InvitesDeps): Promise<number> {
  let dealt = 0
  const failed = new Set<string>()
  for (;;) {
    const due = (await duePaydays(deps.db, deps.clock.now(), batch + failed.size)).filter(
      ({ inviterId }) => !failed.has(inviterId),
    )
    if (due.length === 0) return dealt
    for (const one of due) {
      try {
        if (await payOne(deps, one)) dealt += 1
      } catch (cause) {
        failed.add(one.inviterId)
        deps.log.error({ cause, inviterId: one.inviterId }, 'paying invite rewards failed')
      }
    }
  }
}
