import * as z from 'zod/mini'
import { caseFilters, customerRisks } from './case-filters.ts'
import { caseHold } from './case-hold.ts'
import { complaintBasis, complaintFindings, complaintKinds, complaintNo, complaintText } from './complaints.ts'
import { operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { complaintStatuses } from './states.ts'

/** A complaint in the queue: whose, about what and by when, without what was written. */
const queued = z.object({
  id,
  ...complaintBasis,
  customerId: id,
  username: z.string(),
  ...caseHold,
  /** The operator who reviews it. */
  takenBy: z.nullable(z.string()),
})
export type QueuedComplaint = z.output<typeof queued>

const seen = z.extend(queued, {
  text: z.string(),
  answer: z.nullable(z.string()),
  answeredBy: z.nullable(z.string()),
  steps: z.array(z.object({ status: z.enum(complaintStatuses), at: epochMs })),
  /** The caller had a part in what the complaint is about, so that another one answers it. */
  ownPart: z.boolean(),
  /** The conversation with customer service that it came up in. */
  chatId: z.nullable(id),
})
export type SeenComplaint = z.output<typeof seen>

const readers = ['support', 'risk', 'kyc', 'auditor'] as const
const workers = ['support', 'risk'] as const

export const complaintQueue = operatorGet('/swx/admin/complaints', {
  summary: 'Lists complaints with their clocks, those due first on top; without what customers wrote.',
  roles: readers,
  does: 'read',
  request: z.object({
    /** Without it: what waits for an answer. */
    status: z.optional(z.enum(['ALL', ...complaintStatuses])),
    kind: z.optional(z.enum(complaintKinds)),
    /** The number that a customer names. */
    no: z.optional(complaintNo),
    ...caseFilters,
    risk: z.optional(z.enum(customerRisks)),
    ...paging,
  }),
  result: z.extend(pageOf(queued), { overdue: z.int() }),
  refusals: [],
})

export const viewComplaint = operatorGet('/swx/admin/complaints/:id', {
  summary: 'Shows a complaint and what was answered. The look is recorded and told to the customer.',
  roles: readers,
  does: 'read',
  request: z.object({ id }),
  result: seen,
  refusals: ['notFound'],
})

export const takeComplaint = operatorPost('/swx/admin/complaints/:id/take', {
  summary: 'Begins to look into a complaint; the customer sees that somebody does.',
  roles: workers,
  does: 'act',
  request: z.strictObject({ id }),
  result: seen,
  refusals: ['notFound'],
})

export const answerComplaint = operatorPost('/swx/admin/complaints/:id/answer', {
  summary:
    'Answers a complaint with a finding. An announced adjustment goes on or ends accordingly; nothing else follows from the answer, and no operator answers about their own decisions.',
  roles: workers,
  does: 'act',
  request: z.strictObject({
    id,
    finding: z.enum(complaintFindings),
    /** To the customer. */
    answer: complaintText,
    /** For the record. */
    reason: operatorReason,
  }),
  result: seen,
  refusals: ['notFound', 'fourEyesNeeded'],
})
