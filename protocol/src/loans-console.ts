import * as z from 'zod/mini'
import { caseFilters } from './case-filters.ts'
import { caseHold } from './case-hold.ts'
import { heldCollateral } from './loan-collateral.ts'
import { loan } from './loans.ts'
import { assertion, operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { repaymentPlan } from './repayment-plan-rules.ts'
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
  request: z.object({
    status: z.optional(z.enum(loanStatuses)),
    /** Those alone with a repayment plan that waits for an approval. */
    plan: z.optional(z.enum(['PREPARED'])),
    ...caseFilters,
    ...paging,
  }),
  result: z.extend(pageOf(seen), { overdue: z.int(), waiting: z.int() }),
  refusals: [],
})

/** What an approver signs: the action, its subject and every value that decides. */
const approvalPayload = z.object({
  act: z.string(),
  subject: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
})

/** A repayment plan as operators see it. */
const seenPlan = z.extend(repaymentPlan, {
  preparedBy: z.string(),
  approvalsNeeded: z.int(),
  approvals: z.array(z.object({ operatorId: id, operator: z.string(), at: epochMs })),
  approval: approvalPayload,
})
export type SeenRepaymentPlan = z.output<typeof seenPlan>

export const viewLoanCase = operatorGet('/swx/admin/loans/:id', {
  summary: 'Shows one loan with its customer’s history of loans and what an approval of it would say.',
  roles: viewerRoles,
  does: 'read',
  request: z.object({ id }),
  result: z.extend(seen, {
    /** The text that was signed: its bytes in UTF-8 have the hash. */
    agreement: z.string(),
    /** Null for a loan without any. */
    collateral: z.nullable(heldCollateral),
    approval: approvalPayload,
    /** What a passkey signs to approve it, in base64url. */
    challenge: z.string(),
    others: z.array(loan),
    /** Repayment plans of this loan, newest first. */
    plans: z.array(seenPlan),
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
  /** 10015 and 40006 by the price of the collateral. */
  refusals: [
    'notFound',
    'fourEyesNeeded',
    'reasonNeeded',
    'proofNeeded',
    'accountRestricted',
    'notTradableNow',
    'quoteChanged',
  ],
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

export const prepareRepaymentPlan = operatorPost('/swx/admin/loans/:id/plan', {
  summary:
    'Prepares a repayment plan for a loan in arrears: instalments that add up to what is owed. It replaces one that was not accepted yet.',
  roles: deciders,
  does: 'propose',
  request: z.strictObject({
    id,
    reason: operatorReason,
    /** Days in UTC, `2026-12-27`, at whose ends the instalments are due, and amounts in USDT. */
    instalments: z.array(
      z.strictObject({ day: z.string().check(z.maxLength(10)), amount: z.string().check(z.maxLength(40)) }),
    ),
  }),
  fieldRefusals: { reason: 'reasonNeeded', instalments: 'amountWrong' },
  result: seen,
  /** 10016 with `max`: what is owed, to which the instalments have to add up; 10017 for days that no plan has. */
  refusals: ['notFound', 'amountWrong', 'termUnknown', 'reasonNeeded'],
})

export const viewRepaymentPlanDocument = operatorGet('/swx/admin/loans/:id/plan/:planId/document', {
  summary: 'Shows a repayment plan that its customer accepted as the sealed PDF that the customer has.',
  roles: viewerRoles,
  does: 'read',
  request: z.object({ id, planId: id }),
  /** The response is the file itself, as application/pdf. */
  result: z.object({}),
  /** 40039 also where it was not accepted. */
  refusals: ['notFound'],
})

export const approveRepaymentPlan = operatorPost('/swx/admin/loans/:id/plan/approve', {
  summary:
    'Approves a repayment plan exactly as it was prepared, which offers it to the customer; only the customer accepts it. Above 1,000 USDT it takes two persons.',
  roles: deciders,
  does: 'approve',
  request: z.strictObject({ id, planId: id, reason: operatorReason, assertion }),
  fieldRefusals: { reason: 'reasonNeeded', assertion: 'proofNeeded' },
  result: seen,
  refusals: ['notFound', 'fourEyesNeeded', 'reasonNeeded', 'proofNeeded'],
})
