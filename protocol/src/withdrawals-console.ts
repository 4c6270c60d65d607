import * as z from 'zod/mini'
import { caseFilters, withdrawalRisks, worthFilters } from './case-filters.ts'
import { caseHold } from './case-hold.ts'
import { assertion, operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { withdrawalReasons, withdrawalStatuses } from './states.ts'
import { withdrawal } from './withdrawals.ts'
import { plainLine } from './written-text.ts'

const approvers = ['finance1', 'finance2'] as const
const viewerRoles = ['finance1', 'finance2', 'risk', 'support', 'auditor'] as const

const verdict = z.object({
  verdict: z.enum(['APPROVE', 'REJECT']),
  operator: z.string(),
  at: epochMs,
  reason: z.optional(z.enum(withdrawalReasons)),
  reference: z.optional(z.string()),
})

/** What an approver signs: the action, its subject and every value that decides where how much goes. */
const approval = z.object({
  act: z.string(),
  subject: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
})

const queued = z.extend(withdrawal, {
  customerId: z.string(),
  username: z.string(),
  ...caseHold,
  approvalsNeeded: z.int(),
  approvalsGiven: z.int(),
  verdicts: z.array(verdict),
})

export const withdrawalQueue = operatorGet('/swx/admin/withdrawals', {
  summary: 'Lists withdrawals with their clocks, those that are overdue first.',
  roles: viewerRoles,
  does: 'read',
  request: z.object({
    /** WAITING: in review, or not paid within the time that is promised. */
    status: z.optional(z.union([z.enum(withdrawalStatuses), z.literal('WAITING')])),
    ...caseFilters,
    /** By the prices when it was requested. */
    ...worthFilters,
    risk: z.optional(z.enum(withdrawalRisks)),
    ...paging,
  }),
  result: pageOf(queued),
  refusals: [],
})

export const viewWithdrawal = operatorGet('/swx/admin/withdrawals/:id', {
  summary: 'Shows one withdrawal with its customer’s other withdrawals and what an approval of it would say.',
  roles: viewerRoles,
  does: 'read',
  request: z.object({ id }),
  result: z.extend(queued, {
    approval,
    /** What a passkey signs to approve it, in base64url. */
    challenge: z.string(),
    address: z.object({ label: z.string(), createdAt: epochMs, activeAt: epochMs, paidBefore: z.boolean() }),
    others: z.array(withdrawal),
  }),
  refusals: ['notFound'],
})

export const approveWithdrawal = operatorPost('/swx/admin/withdrawals/:id/approve', {
  summary: 'Approves a withdrawal exactly as its customer asked for it; large ones need two.',
  roles: approvers,
  does: 'approve',
  request: z.strictObject({ id, reason: operatorReason, assertion: z.optional(assertion) }),
  result: queued,
  refusals: ['notFound', 'fourEyesNeeded', 'reasonNeeded', 'proofNeeded', 'accountRestricted'],
})

export const rejectWithdrawal = operatorPost('/swx/admin/withdrawals/:id/reject', {
  summary:
    'Rejects a withdrawal by a reason of the closed list; the money is back at once. An order of a court takes two.',
  roles: approvers,
  does: 'approve',
  request: z.strictObject({
    id,
    reasonCode: z.enum(withdrawalReasons),
    reference: z.optional(z.string().check(z.minLength(3), z.maxLength(80), plainLine)),
    reason: operatorReason,
    assertion: z.optional(assertion),
  }),
  result: queued,
  refusals: ['notFound', 'fourEyesNeeded', 'reasonNeeded', 'proofNeeded'],
})
