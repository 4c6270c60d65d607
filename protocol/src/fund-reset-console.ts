import * as z from 'zod/mini'
import { caseFilters, customerRisks } from './case-filters.ts'
import { caseHold } from './case-hold.ts'
import { fundResetReasons, fundResetStates } from './fund-reset.ts'
import { operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'

const queued = z.object({
  id,
  customerId: id,
  username: z.string(),
  ...caseHold,
  status: z.enum(fundResetStates),
  askedAt: epochMs,
  dueAt: epochMs,
  overdue: z.boolean(),
  decidedAt: z.nullable(epochMs),
  reasonCode: z.nullable(z.enum(fundResetReasons)),
  /** What the customer must hold up in the picture. */
  number: z.string(),
  /** The verified identification whose pictures the new one is held against. */
  identificationId: id,
})
export type QueuedFundReset = z.output<typeof queued>

export const fundResetQueue = operatorGet('/swx/admin/fundResets', {
  summary: 'Lists who asks for a new fund password by a picture, those that wait longest on top; without pictures.',
  roles: ['kyc', 'support', 'auditor'],
  does: 'read',
  request: z.object({
    /** Without it: what waits. */
    status: z.optional(z.enum(fundResetStates)),
    from: caseFilters.from,
    to: caseFilters.to,
    risk: z.optional(z.enum(customerRisks)),
    ...paging,
  }),
  result: pageOf(queued),
  refusals: [],
})

export const viewFundResetPicture = operatorPost('/swx/admin/fundResets/:id/picture', {
  summary: 'Shows the picture a customer sent for a new fund password. The look and its reason are recorded.',
  roles: ['kyc'],
  does: 'read',
  request: z.strictObject({ id, reason: operatorReason }),
  /** The response is the picture itself, as image/jpeg. */
  result: z.object({}),
  refusals: ['notFound'],
})

export const decideFundReset = operatorPost('/swx/admin/fundResets/:id/decide', {
  summary:
    'Lets the fund password hold that its owner asked for, or tells the customer why the picture does not show it. Nobody else chooses or sees one.',
  roles: ['kyc'],
  does: 'act',
  request: z.strictObject({
    id,
    verdict: z.enum(['DONE', 'REJECTED']),
    /** With REJECTED; the customer reads it. */
    reasonCode: z.optional(z.enum(fundResetReasons)),
    /** For the record. */
    reason: operatorReason,
  }),
  result: queued,
  refusals: ['notFound', 'dataIncomplete', 'identificationState'],
})
