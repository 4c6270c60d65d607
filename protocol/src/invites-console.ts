import * as z from 'zod/mini'
import { caseFilters, customerRisks } from './case-filters.ts'
import { caseHold } from './case-hold.ts'
import { decimalText } from './money.ts'
import { operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { inviteReviewStatuses, inviteRewardStatuses, inviteSignals } from './states.ts'

const readers = ['risk', 'support', 'auditor'] as const

/** A pair of customers whose rewards are held. `customerId` is the inviter, to whom the reward would go. */
const queued = z.object({
  id,
  customerId: id,
  username: z.string(),
  ...caseHold,
  invitee: z.object({ id, username: z.string() }),
  signals: z.array(z.enum(inviteSignals)),
  openedAt: epochMs,
  dueAt: epochMs,
  overdue: z.boolean(),
  status: z.enum(inviteReviewStatuses),
  fees: decimalText,
  held: decimalText,
})
export type QueuedInvite = z.output<typeof queued>

const person = z.object({ id, username: z.string(), createdAt: epochMs, country: z.string(), kycStatus: z.string() })
const seen = z.extend(queued, {
  inviter: person,
  invited: person,
  decidedAt: z.nullable(epochMs),
  reason: z.nullable(z.string()),
  weeks: z.array(
    z.object({
      week: z.string(),
      fees: decimalText,
      amount: decimalText,
      paid: decimalText,
      status: z.enum(inviteRewardStatuses),
    }),
  ),
})
export type SeenInvite = z.output<typeof seen>

export const inviteQueue = operatorGet('/swx/admin/invites', {
  summary: 'Lists invite rewards that are held, with their clocks, those due first on top.',
  roles: readers,
  does: 'read',
  request: z.object({
    /** Without it: what waits. */
    status: z.optional(z.enum(['ALL', ...inviteReviewStatuses])),
    ...caseFilters,
    risk: z.optional(z.enum(customerRisks)),
    ...paging,
  }),
  result: z.extend(pageOf(queued), { overdue: z.int() }),
  refusals: [],
})

export const viewInvite = operatorGet('/swx/admin/invites/:id', {
  summary:
    'Shows why the rewards for one invited customer are held. The look is recorded and told to the one who invited.',
  roles: readers,
  does: 'read',
  request: z.object({ id }),
  result: seen,
  refusals: ['notFound'],
})

export const decideInvite = operatorPost('/swx/admin/invites/:id/decide', {
  summary:
    'Releases held invite rewards, or refuses them for good. Nothing else of the two customers is touched; the one who invited reads the reason.',
  roles: ['risk'],
  does: 'act',
  request: z.strictObject({ id, decision: z.enum(['RELEASED', 'REFUSED']), reason: operatorReason }),
  fieldRefusals: { reason: 'reasonNeeded' },
  result: seen,
  refusals: ['notFound', 'reasonNeeded'],
})
