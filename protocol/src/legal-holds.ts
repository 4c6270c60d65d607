import * as z from 'zod/mini'
import { legalHold, reviewDay } from './case-hold.ts'
import { maxDocumentBytes } from './files.ts'
import { operatorGet, operatorPost, operatorReason, type OperatorRole } from './operator-route.ts'
import { changeRequest, decision, refusals, rejection, signed } from './operator-requests.ts'
import { id, pageOf, queryInt } from './shapes.ts'
import { plainLine } from './written-text.ts'

/** What two operators sign of the one state that stops withdrawing: that it begins, that it was checked again, its end. */
export const legalHoldKinds = ['customer.hold', 'customer.holdReview', 'customer.release'] as const
export type LegalHoldKind = (typeof legalHoldKinds)[number]
const holdRequest = z.extend(changeRequest, { kind: z.enum(legalHoldKinds) })
/** `documentOpened`: the caller has opened its document since it was proposed, or it has none. */
const listedHold = z.extend(holdRequest, { documentOpened: z.boolean() })
const holders: OperatorRole[] = ['risk', 'kyc']

/** Days from the signature to the day on which a hold has to be checked again, at most. */
export const maxReviewDays = 366

const heldCustomer = z.extend(legalHold, {
  /** The request that laid it. */
  id,
  customerId: id,
  username: z.string(),
})

const paged = { page: z.optional(queryInt(1, 10_000)), size: z.optional(queryInt(1, 100)) }

export const listLegalHolds = operatorGet('/swx/admin/legalHolds', {
  summary:
    'Shows orders of courts and authorities that operators proposed or lifted, newest first; open ones, or all with `all`.',
  roles: ['risk', 'kyc', 'auditor'],
  does: 'read',
  request: z.object({ all: z.optional(z.literal('true')), ...paged }),
  result: pageOf(listedHold),
  refusals: [],
})
export const heldCustomers = operatorGet('/swx/admin/legalHolds/active', {
  summary: 'Lists customers who are under the order of a court or an authority now, those first whose review is due.',
  roles: ['risk', 'kyc', 'auditor'],
  does: 'read',
  request: z.object(paged),
  result: pageOf(heldCustomer),
  refusals: [],
})
export const uploadLegalDocument = operatorPost('/swx/admin/legalHolds/document', {
  summary:
    'Files the picture of an order of a court or an authority, sealed; only those who propose and approve it open it.',
  roles: holders,
  does: 'act',
  /** The bytes of a JPG, PNG or JPEG 2000 in base64. */
  request: z.strictObject({
    file: z
      .string()
      .check(z.minLength(4), z.maxLength(Math.ceil(maxDocumentBytes / 3) * 4 + 4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  result: z.object({ fileId: id, sha256: z.string() }),
  refusals: ['fileTooLarge', 'fileType'],
})
/** The response is the picture itself. */
export const viewLegalDocument = operatorPost('/swx/admin/legalHolds/:id/document', {
  summary: 'Shows the document of such a request. The look and its reason are recorded.',
  roles: holders,
  does: 'read',
  request: z.strictObject({ id, reason: operatorReason }),
  result: z.object({}),
  refusals: ['notFound', 'reasonNeeded'],
})
/**
 * Values signed: `customerId`, `reference`, `tell` ("true" or "false") and, but for a release, `document` and `sha256` of
 * what was filed and `reviewOn`. `tell` is false only where the order forbids that the customer is notified: then nothing that
 * he can see is different. Who was notified stays so; who was not is notified by a `customer.holdReview` with `tell`.
 */
export const proposeLegalHold = operatorPost('/swx/admin/legalHolds/propose', {
  summary:
    'Proposes to put a customer under the order of a court or an authority, by its reference, document and review date, to confirm it anew, or to lift it; a second person decides.',
  roles: holders,
  does: 'propose',
  request: z.strictObject({
    ...signed,
    kind: z.enum(legalHoldKinds),
    customerId: id,
    reference: z.string().check(z.minLength(3), z.maxLength(120), plainLine),
    tell: z.boolean(),
    document: z.optional(id),
    sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    reviewOn: z.optional(reviewDay),
  }),
  result: holdRequest,
  refusals: [...refusals],
})
export const approveLegalHold = operatorPost('/swx/admin/legalHolds/approve', {
  summary:
    'Approves such an order, once its document was opened: no money leaves the customer’s account until two have lifted it.',
  roles: holders,
  does: 'approve',
  request: decision,
  result: holdRequest,
  refusals: [...refusals],
})
export const rejectLegalHold = operatorPost('/swx/admin/legalHolds/reject', {
  summary: 'Rejects or takes back such an order.',
  roles: holders,
  does: 'approve',
  request: rejection,
  result: holdRequest,
  refusals: [...refusals],
})
