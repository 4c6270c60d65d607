import * as z from 'zod/mini'
import { caseFilters } from './case-filters.ts'
import { caseHold } from './case-hold.ts'
import { loan } from './loans.ts'
import { assertion, operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { loanReasons, loanStatuses } from './states.ts'

const viewerRoles = ['finance1', 'finance2', 'risk', 'support', 'auditor'] as const
const deciders = ['finance1', 'finance2'] as const

/** A loan as operators see it. */
const seen = z.extend(loan, {
  customerId: id,
  username: z.string(),
  ...caseHold,
  tier: z.string(),
  score: z.nullable(z.int()),
  /** Loans of this customer that were repaid, were overdue once, or were written off. */
  past: z.object({ repaid: z.int(), overdue: z.int(), writtenOff: z.int() }),
  approvalsNeeded: z.int(),
  approvals: z.array(z.object({ operatorId: id, operator: z.string(), at: epochMs })),
  /** The review is later than its service level. */
  overdue: z.boolean(),
})
export type SeenLoan = z.output<typeof seen>

export const loanQueue = operatorGet('/swx/admin/loans', {
  summary: 'Lists loans, applications that wait first and the oldest on top.',
  roles: viewerRoles,
  does: 'read',
  request: z.object({ status: z.optional(z.enum(loanStatuses)), ...caseFilters, ...paging }),
  result: z.extend(pageOf(seen), { overdue: z.int(), waiting: z.int() }),
  refusals: [],
})

export const viewLoanCase = operatorGet('/swx/admin/loans/:id', {
  summary: 'Shows one loan with its customer’s history of loans and what an approval of it would say.',
  roles: viewerRoles,
  does: 'read',
  request: z.object({ id }),
  result: z.extend(seen, {
    /** The text that was signed: its bytes in UTF-8 have the hash. */
    agreement: z.string(),
    /** What an approver signs: the act, its subject and every value that decides. */
    approval: z.object({
      act: z.string(),
      subject: z.string(),
      fields: z.array(z.tuple([z.string(), z.string()])),
    }),
    /** What a passkey signs to approve it, in base64url. */
    challenge: z.string(),
    others: z.array(loan),
  }),
  refusals: ['notFound'],
})

export const viewLoanSignature = operatorPost('/swx/admin/loans/:id/signature', {
  summary: 'Shows the picture of a signature. The look and its reason are recorded and told to the customer.',
  roles: deciders,
  does: 'read',
  request: z.strictObject({ id, reason: operatorReason }),
  fieldRefusals: { reason: 'reasonNeeded' },
  /** The response is the picture itself, as image/jpeg. */
  result: z.object({}),
  refusals: ['notFound', 'reasonNeeded'],
})

export const approveLoan = operatorPost('/swx/admin/loans/:id/approve', {
  summary:
    'Approves a loan exactly as its customer signed it, which pays it out at once. Above 1,000 USDT it takes two persons.',
  roles: deciders,
  does: 'approve',
  request: z.strictObject({ id, reason: operatorReason, assertion }),
  fieldRefusals: { reason: 'reasonNeeded', assertion: 'proofNeeded' },
  result: seen,
  refusals: ['notFound', 'fourEyesNeeded', 'reasonNeeded', 'proofNeeded', 'accountRestricted'],
})

export const rejectLoan = operatorPost('/swx/admin/loans/:id/reject', {
  summary:
    'Rejects an application for a loan by a reason of the closed list; the customer may apply again after 7 days.',
  roles: deciders,
  does: 'act',
  request: z.strictObject({ id, reasonCode: z.enum(loanReasons), reason: operatorReason }),
  fieldRefusals: { reason: 'reasonNeeded', reasonCode: 'reasonNeeded' },
  result: seen,
  refusals: ['notFound', 'reasonNeeded'],
})
