import type { NotificationEvent } from '../notices/index.ts'
import type { NewReview } from './invites.store.ts'
import { masked, usdtText } from './invites.rules.ts'

type To = { accountId: bigint }
type Names = { known: ReadonlyMap<string, { username: string }> }

/** An inviter is bound to the customer. */
export const joinedNotice = ({
  accountId,
  inviteeId,
  username,
}: To & { inviteeId: string; username: string }): NotificationEvent => ({
  accountId,
  template: 'invite.joined',
  params: { name: masked(username) },
  ref: `invite.joined ${inviteeId}`,
})

export const paidNotice = (paid: To & { inviterId: string; dueAt: number; amount: bigint }): NotificationEvent => ({
  accountId: paid.accountId,
  template: 'invite.paid',
  params: { amount: usdtText(paid.amount), at: paid.dueAt },
  ref: `invite.paid ${paid.inviterId} ${paid.dueAt}`,
})

export const heldNotices = (opened: readonly NewReview[], { accountId, known }: To & Names): NotificationEvent[] =>
  opened.map(({ id, inviteeId }) => ({
    accountId,
    template: 'invite.held',
    params: { name: masked(known.get(inviteeId)?.username ?? '') },
    ref: `invite.held ${id}`,
  }))

type Decision = To & { id: string; username: string; decision: 'RELEASED' | 'REFUSED'; reason: string }

export const decidedNotice = ({ accountId, id, username, decision, reason }: Decision): NotificationEvent => ({
  accountId,
  template: 'invite.decided',
  params: { change: decision === 'RELEASED' ? 'released' : 'refused', name: masked(username), line: reason },
  ref: `invite.decided ${id}`,
})
