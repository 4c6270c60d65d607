import * as z from 'zod/mini'
import { caseFilters, depositRisks, worthFilters } from './case-filters.ts'
import { caseHold } from './case-hold.ts'
import { deposit } from './deposits.ts'
import { decimalText } from './money.ts'
import { assertion, operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { depositReasons, depositStatuses } from './states.ts'
import { plainLine } from './written-text.ts'

/** A deposit as operators see it. */
const seen = z.extend(deposit, {
  customerId: id,
  username: z.string(),
  ...caseHold,
  tier: z.string(),
  /** CLAIM: the customer's form. CHAIN: seen at the customer's own address. OPERATOR: recorded on the customer's word. */
  source: z.enum(['CLAIM', 'CHAIN', 'OPERATOR']),
  chain: z.string(),
  /** The whole sending address, where it is known. */
  fromAddress: z.nullable(z.string()),
  /** What the chain shows, where it is watched. */
  arrivedAmount: z.nullable(decimalText),
  blockHeight: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** In USDT by the last price; null where there is no fresh one, which requires two persons. */
  valueUsdt: z.nullable(decimalText),
  /** By the highest of claim, approved amount and chain; an amount that differs from the claim always needs two. */
  approvalsNeeded: z.int(),
  /** It takes two because the caller's own credits of 24 hours come to what one operator may credit alone. */
  isBeyondDay: z.boolean(),
  /** The most approvals that are over the same values: only those count together. */
  approvalsGiven: z.int(),
  /** Of this round: approvals that stand, each with its values. */
  approvals: z.array(
    z.object({ operatorId: id, operator: z.string(), amount: decimalText, fromAddress: z.string(), at: epochMs }),
  ),
  /** The number that the caller's next approval or return of this round carries. */
  revision: z.int(),
  /**
   * On what the caller may approve. CHAIN: it shows the coins. PROOF: the caller has opened it. NONE_SENT: there is none, for
   * an operator recorded it. Null: nothing yet, the proof has to be opened.
   */
  evidence: z.nullable(z.enum(['CHAIN', 'PROOF', 'NONE_SENT'])),
  /** A further part of a transaction of which people have credited some, and what that is; null for any other deposit. */
  creditedBefore: z.nullable(decimalText),
  /** Other deposits of the same transaction. */
  sameTransaction: z.array(
    z.object({
      id,
      orderNo: z.string(),
      customerId: id,
      status: z.enum(depositStatuses),
      amount: decimalText,
      creditedAmount: z.nullable(decimalText),
    }),
  ),
  /** Of this round: who stated that the held coins were sent back, and by which transaction. It takes two of one. */
  returns: z.array(z.object({ operatorId: id, operator: z.string(), reference: z.string(), at: epochMs })),
  /** Rises with a resubmission; an approval belongs to one round. */
  round: z.int(),
  overdue: z.boolean(),
})
export type SeenDeposit = z.output<typeof seen>

/** As the caller saw it; another one is refused 40006, since something was signed meanwhile. */
const revision = z.int()

const viewerRoles = ['finance1', 'finance2', 'risk', 'support', 'auditor'] as const
const deciders = ['finance1', 'finance2'] as const

export const depositQueue = operatorGet('/swx/admin/deposits', {
  summary: 'Lists deposits, those that wait first and the most urgent on top.',
  roles: viewerRoles,
  does: 'read',
  request: z.object({
    /** WAITING: submitted, confirming or on hold. */
    status: z.optional(z.union([z.enum(depositStatuses), z.literal('WAITING')])),
    ...caseFilters,
    /** By what it was credited for, else by the highest of claim and chain at the present price. */
    ...worthFilters,
    risk: z.optional(z.enum(depositRisks)),
    ...paging,
  }),
  result: z.extend(pageOf(seen), { overdue: z.int(), waiting: z.int() }),
  refusals: [],
})

export const viewDeposit = operatorGet('/swx/admin/deposits/:id', {
  summary: 'Shows one deposit with what the chain says of it and the approvals it has.',
  roles: viewerRoles,
  does: 'read',
  request: z.object({ id }),
  result: seen,
  refusals: ['notFound'],
})

export const viewDepositProof = operatorPost('/swx/admin/deposits/:id/proof', {
  summary: 'Shows the proof image of a deposit. The look and its reason are recorded and told to the customer.',
  roles: deciders,
  does: 'read',
  request: z.strictObject({ id, reason: operatorReason }),
  fieldRefusals: { reason: 'reasonNeeded' },
  /** The response is the picture itself, as image/jpeg. */
  result: z.object({}),
  refusals: ['notFound', 'reasonNeeded'],
})

export const creditDeposit = operatorPost('/swx/admin/deposits/:id/credit', {
  summary:
    'Approves that a deposit arrived, with the amount that did. Up to 1,000 USDT one person credits it; above it, or where the amount differs from the claim, two do.',
  roles: deciders,
  does: 'approve',
  request: z.strictObject({
    id,
    round: z.int(),
    revision,
    /** What arrived, in the coin. */
    amount: decimalText,
    fromAddress: z.optional(z.string().check(z.maxLength(120), z.regex(/^[A-Za-z0-9]+$/))),
    reason: operatorReason,
    assertion,
  }),
  fieldRefusals: { amount: 'amountWrong', reason: 'reasonNeeded', assertion: 'proofNeeded' },
  result: seen,
  refusals: [
    'notFound',
    'amountWrong',
    'fourEyesNeeded',
    'reasonNeeded',
    'proofNeeded',
    'transactionKnown',
    'quoteChanged',
    'proofImageNeeded',
  ],
})

export const rejectDeposit = operatorPost('/swx/admin/deposits/:id/reject', {
  summary:
    'Rejects a deposit for a reason of the closed list. It may be submitted again once; a second rejection is another person’s.',
  roles: deciders,
  does: 'act',
  request: z.strictObject({ id, reasonCode: z.enum(depositReasons), reason: operatorReason }),
  fieldRefusals: { reason: 'reasonNeeded', reasonCode: 'reasonNeeded' },
  result: seen,
  refusals: ['notFound', 'reasonNeeded', 'fourEyesNeeded'],
})

export const holdDeposit = operatorPost('/swx/admin/deposits/:id/hold', {
  summary: 'Puts a deposit on hold under an anti-money-laundering reference; the customer is told.',
  roles: deciders,
  does: 'act',
  request: z.strictObject({
    id,
    reference: z.string().check(z.minLength(3), z.maxLength(80), plainLine),
    reason: operatorReason,
  }),
  fieldRefusals: { reason: 'reasonNeeded' },
  result: seen,
  refusals: ['notFound', 'reasonNeeded'],
})

export const returnDeposit = operatorPost('/swx/admin/deposits/:id/return', {
  summary:
    'Confirms that a deposit on hold, or a rejected one, was sent back, with the transaction that did. It takes two persons.',
  roles: deciders,
  does: 'approve',
  request: z.strictObject({
    id,
    round: z.int(),
    revision,
    reference: z.string().check(z.minLength(3), z.maxLength(120), plainLine),
    reason: operatorReason,
    assertion,
  }),
  fieldRefusals: { reason: 'reasonNeeded', assertion: 'proofNeeded' },
  result: seen,
  refusals: ['notFound', 'fourEyesNeeded', 'reasonNeeded', 'proofNeeded', 'quoteChanged', 'transactionKnown'],
})

export const recordDeposit = operatorPost('/swx/admin/deposits/record', {
  summary:
    'Records coins that arrived without a form, below the minimum, or of a rejected form, for the customer who sent them; crediting follows by two approvals.',
  roles: deciders,
  does: 'propose',
  request: z.strictObject({
    customerId: id,
    method: z.string().check(z.maxLength(20)),
    amount: decimalText,
    txHash: z.string().check(z.maxLength(100)),
    fromAddress: z.string().check(z.maxLength(120), z.regex(/^[A-Za-z0-9]{6,}$/)),
    /** People have credited some of this transaction, and this is a further part of it: the rest, or another customer's. */
    part: z.optional(z.boolean()),
    reason: operatorReason,
  }),
  fieldRefusals: { amount: 'amountWrong', txHash: 'hashMalformed', reason: 'reasonNeeded' },
  result: seen,
  refusals: ['notFound', 'amountWrong', 'methodMissing', 'hashMalformed', 'transactionKnown', 'reasonNeeded'],
})
