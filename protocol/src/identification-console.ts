import * as z from 'zod/mini'
import {
  docTypes,
  documentNeed,
  furtherDocuments,
  identificationReason,
  identificationReasons,
  statedIdentification,
  reviewedFields,
} from './identification.ts'
import { caseFilters, identityRisks } from './case-filters.ts'
import { caseHold } from './case-hold.ts'
import { assertion, operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { identificationStatuses, kycFinalReasons, kycResubmitReasons } from './states.ts'
import { plain } from './written-text.ts'

/** A form in the queue: nothing of the person beyond the name of the account. */
const queued = z.object({
  id,
  customerId: id,
  username: z.string(),
  ...caseHold,
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
  /** What one operator has proposed and another must decide. */
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
  /** Null where a provider proposed it. */
  proposerId: z.nullable(id),
  provider: z.nullable(z.string()),
  proposedAt: epochMs,
})
export type KycProposal = z.output<typeof proposal>

const pictureNames = ['front', 'back', 'holding', ...furtherDocuments] as const
export type PictureName = (typeof pictureNames)[number]

/** A reviewer's decision on a field in this review: confirmed, or refused with its reason. */
const fieldCheck = z.object({
  field: z.enum(reviewedFields),
  /** Null: it agrees with the document. */
  code: z.nullable(z.enum(kycResubmitReasons)),
  operator: z.string(),
  /** The caller's own. */
  own: z.boolean(),
  at: epochMs,
})
export type FieldCheck = z.output<typeof fieldCheck>

const viewed = z.extend(queued, {
  stated: statedIdentification,
  /** Which pictures there are; each is opened by itself, with a reason. */
  pictures: z.array(z.enum(pictureNames)),
  /** The decisions field by field since this review began, with their reviewers. */
  checks: z.array(fieldCheck),
  /** Further documents that were requested when it was sent back. */
  needs: z.array(documentNeed),
  /** Other customers who sent the same document, or a picture that is the same to the last point. */
  others: z.array(
    z.object({
      customerId: id,
      username: z.string(),
      status: z.enum(identificationStatuses),
      submittedAt: epochMs,
      shares: z.array(z.enum(['document', 'picture'])),
    }),
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
  /** The provider that screens it, and its verdict: VERIFIED, RESUBMIT, REJECTED_FINAL or LAPSED, with our reasons. */
  provider: z.nullable(
    z.object({
      name: z.string(),
      reference: z.string(),
      sentAt: epochMs,
      verdict: z.nullable(z.string()),
      reasons: identificationReasons,
      at: z.nullable(epochMs),
    }),
  ),
})
export type ViewedIdentification = z.output<typeof viewed>

const decided = z.object({ status: z.enum(identificationStatuses) })

export const identificationQueue = operatorGet('/swx/admin/kyc', {
  summary:
    'Lists identifications with their clocks, those that wait longest on top; without names, numbers or pictures.',
  roles: ['kyc', 'support', 'auditor'],
  does: 'read',
  request: z.object({
    /** Without it: what waits for review. */
    status: z.optional(z.enum(identificationStatuses)),
    ...caseFilters,
    risk: z.optional(z.enum(identityRisks)),
    ...paging,
  }),
  result: z.extend(pageOf(queued), { overdue: z.int() }),
  refusals: [],
})

export const viewIdentification = operatorPost('/swx/admin/kyc/:id/view', {
  summary:
    'Shows what a customer stated about themselves. The look and its reason are recorded and told to the customer.',
  roles: ['kyc'],
  does: 'read',
  request: z.strictObject({ id, reason: operatorReason }),
  result: viewed,
  refusals: ['notFound'],
})

export const viewIdentityPicture = operatorPost('/swx/admin/kyc/:id/picture', {
  summary: 'Shows one picture of an identity document. The look and its reason are recorded and told to the customer.',
  roles: ['kyc'],
  does: 'read',
  request: z.strictObject({ id, picture: z.enum(pictureNames), reason: operatorReason }),
  /** The response is the picture itself, as image/jpeg. */
  result: z.object({}),
  refusals: ['notFound'],
})

export const checkIdentityField = operatorPost('/swx/admin/kyc/:id/check', {
  summary:
    'Confirms one field of an identification against the document, refuses it with a reason, or takes that back.',
  roles: ['kyc'],
  does: 'act',
  request: z.strictObject({
    id,
    field: z.enum(reviewedFields),
    state: z.enum(['CONFIRMED', 'REFUSED', 'OPEN']),
    /** With REFUSED: what is wrong, of the reasons that fit the field. */
    code: z.optional(z.enum(kycResubmitReasons)),
  }),
  result: z.array(fieldCheck),
  refusals: ['notFound', 'identificationState'],
})

/** In a reviewer's own words nothing is hidden from the customer who reads them. */
const writtenText = z.optional(z.string().check(z.maxLength(500), plain))
const writtenReason = z.extend(identificationReason, { text: writtenText })
const writtenNeed = z.extend(documentNeed, { text: writtenText })

export const decideIdentification = operatorPost('/swx/admin/kyc/:id/decide', {
  summary:
    'Verifies an identification of which the caller has confirmed every field, or sends it back with reasons by field and the further documents that are needed.',
  roles: ['kyc'],
  does: 'act',
  request: z.strictObject({
    id,
    verdict: z.enum(['VERIFIED', 'RESUBMIT']),
    /** None with VERIFIED; the customer reads them. */
    reasons: z.array(writtenReason).check(z.maxLength(reviewedFields.length)),
    /** Further documents to be sent; none with VERIFIED. RESUBMIT has a reason or a need at least. */
    needs: z.optional(z.array(writtenNeed).check(z.maxLength(furtherDocuments.length))),
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
  request: z.strictObject({
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
  request: z.object({}),
  result: z.array(proposal),
  refusals: [],
})

export const decideKycProposal = operatorPost('/swx/admin/kyc/proposals/:id/decide', {
  summary: 'Approves or rejects what another operator proposed about an identification.',
  roles: ['kyc'],
  does: 'approve',
  request: z.strictObject({
    id,
    outcome: z.enum(['APPROVED', 'REJECTED']),
    reason: operatorReason,
    /**
     * With APPROVED: the passkey's assertion over `requestPayload({ kind: 'kyc', id, values, reason }, 'approve')` with the
     * proposal's id and reason, and values `{ identification, decision, code, person, document }`: its identificationId,
     * kind, code or '', the names that were stated, and kind, country and number of the document.
     */
    assertion: z.optional(assertion),
  }),
  result: decided,
  refusals: ['notFound', 'identificationState'],
})
