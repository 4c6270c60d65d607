import * as z from 'zod/mini'
import { docTypes, identificationReason, identificationReasons, identificationStated } from './identification.ts'
import { assertion, operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { identificationStatuses, kycFinalReasons } from './states.ts'
import { plain } from './written-text.ts'

/** A form in the queue: nothing of the person beyond the name of the account. */
const queued = z.object({
  id,
  customerId: id,
  username: z.string(),
  status: z.enum(identificationStatuses),
  attempt: z.int(),
  docType: z.enum(docTypes),
  country: z.string(),
  submittedAt: epochMs,
  dueAt: epochMs,
  overdue: z.boolean(),
  decidedAt: z.nullable(epochMs),
  reasons: identificationReasons,
  /** Other customers with the same document. */
  duplicates: z.int(),
  /** What one operator has asked and another must decide. */
  proposed: z.nullable(z.enum(['REJECT_FINAL', 'APPEAL'])),
})
export type QueuedIdentification = z.output<typeof queued>

const proposal = z.object({
  id,
  identificationId: id,
  customerId: id,
  username: z.string(),
  kind: z.enum(['REJECT_FINAL', 'APPEAL']),
  code: z.nullable(z.enum(kycFinalReasons)),
  reason: z.string(),
  /** Null where a provider asked. */
  proposerId: z.nullable(id),
  provider: z.nullable(z.string()),
  proposedAt: epochMs,
})
export type KycProposal = z.output<typeof proposal>

const viewed = z.extend(queued, {
  stated: identificationStated,
  /** Which pictures there are; each is opened by itself, with a reason. */
  pictures: z.array(z.enum(['front', 'back', 'holding'])),
  others: z.array(
    z.object({ customerId: id, username: z.string(), status: z.enum(identificationStatuses), submittedAt: epochMs }),
  ),
  /** The customer's forms before this one. */
  before: z.array(
    z.object({
      id,
      attempt: z.int(),
      status: z.enum(identificationStatuses),
      submittedAt: epochMs,
      reasons: identificationReasons,
    }),
  ),
  proposal: z.nullable(proposal),
  /** Who else looks at it, and what was said: VERIFIED, RESUBMIT, REJECTED_FINAL or LAPSED. */
  provider: z.nullable(z.object({ name: z.string(), verdict: z.nullable(z.string()) })),
})
export type ViewedIdentification = z.output<typeof viewed>

const decided = z.object({ status: z.enum(identificationStatuses) })

export const identificationQueue = operatorGet('/swx/admin/kyc', {
  summary:
    'Lists identifications with their clocks, those that wait longest on top; without names, numbers or pictures.',
  roles: ['kyc', 'support', 'auditor'],
  does: 'read',
  ask: z.object({
    /** Without it: what waits for review. */
    status: z.optional(z.enum(identificationStatuses)),
    ...paging,
  }),
  result: z.extend(pageOf(queued), { overdue: z.int() }),
  refusals: [],
})

export const viewIdentification = operatorPost('/swx/admin/kyc/:id/view', {
  summary: 'Shows what a customer stated about himself. The look and its reason are recorded and told to the customer.',
  roles: ['kyc'],
  does: 'read',
  ask: z.strictObject({ id, reason: operatorReason }),
  result: viewed,
  refusals: ['notFound'],
})

export const viewIdentityPicture = operatorPost('/swx/admin/kyc/:id/picture', {
  summary: 'Shows one picture of an identity document. The look and its reason are recorded and told to the customer.',
  roles: ['kyc'],
  does: 'read',
  ask: z.strictObject({ id, picture: z.enum(['front', 'back', 'holding']), reason: operatorReason }),
  /** The answer is the picture itself, as image/jpeg. */
  result: z.object({}),
  refusals: ['notFound'],
})

/** In a reviewer's own words nothing is hidden from the customer who reads them. */
const writtenReason = z.extend(identificationReason, { text: z.optional(z.string().check(z.maxLength(500), plain)) })

export const decideIdentification = operatorPost('/swx/admin/kyc/:id/decide', {
  summary: 'Verifies an identification, or sends it back with a reason for each field that is to be corrected.',
  roles: ['kyc'],
  does: 'act',
  ask: z.strictObject({
    id,
    verdict: z.enum(['VERIFIED', 'RESUBMIT']),
    /** At least one with RESUBMIT, none with VERIFIED; the customer reads them. */
    reasons: z.array(writtenReason).check(z.maxLength(13)),
    /** For the record. */
    reason: operatorReason,
  }),
  result: decided,
  refusals: ['notFound', 'identificationState', 'underage'],
})

export const proposeKyc = operatorPost('/swx/admin/kyc/:id/propose', {
  summary:
    'Asks a second operator to end an identification for good, or to look anew at one that was ended (an appeal).',
  roles: ['kyc'],
  does: 'propose',
  ask: z.strictObject({
    id,
    kind: z.enum(['REJECT_FINAL', 'APPEAL']),
    /** With REJECT_FINAL: why. */
    code: z.optional(z.enum(kycFinalReasons)),
    reason: operatorReason,
  }),
  result: proposal,
  refusals: ['notFound', 'identificationState'],
})

export const kycProposals = operatorGet('/swx/admin/kyc/proposals', {
  summary: 'Lists what waits for a second operator to decide about identifications.',
  roles: ['kyc', 'auditor'],
  does: 'read',
  ask: z.object({}),
  result: z.array(proposal),
  refusals: [],
})

export const decideKycProposal = operatorPost('/swx/admin/kyc/proposals/:id/decide', {
  summary: 'Approves or rejects what another operator proposed about an identification.',
  roles: ['kyc'],
  does: 'approve',
  ask: z.strictObject({
    id,
    outcome: z.enum(['APPROVED', 'REJECTED']),
    reason: operatorReason,
    /**
     * With APPROVED: the passkey's answer over `requestPayload({ kind: 'kyc', id, values, reason }, 'approve')` with the
     * proposal's id and reason, and values `{ identification, decision, code }`: its identificationId, kind, and code or ''.
     */
    assertion: z.optional(assertion),
  }),
  result: decided,
  refusals: ['notFound', 'identificationState'],
})
