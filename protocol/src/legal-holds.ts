import * as z from 'zod/mini'
import { operatorGet, operatorPost, type OperatorRole } from './operator-route.ts'
import { changeRequest, decision, refusals, rejection, signed } from './operator-requests.ts'
import { id, pageOf, queryInt } from './shapes.ts'
import { plainLine } from './written-text.ts'

/** The one state that stops trading and withdrawing, and its end; a list of its own. */
export const legalHoldKinds = ['customer.hold', 'customer.release'] as const
export type LegalHoldKind = (typeof legalHoldKinds)[number]
const holdRequest = z.extend(changeRequest, { kind: z.enum(legalHoldKinds) })
const holders: OperatorRole[] = ['risk', 'kyc']

export const listLegalHolds = operatorGet('/swx/admin/legalHolds', {
  summary:
    'Orders of courts and authorities that operators proposed or lifted, newest first; open ones, or all with `all`.',
  roles: ['risk', 'kyc', 'auditor'],
  does: 'read',
  ask: z.object({
    all: z.optional(z.literal('true')),
    page: z.optional(queryInt(1, 10_000)),
    size: z.optional(queryInt(1, 100)),
  }),
  result: pageOf(holdRequest),
  refusals: [],
})
/**
 * Values signed: `customerId`, `reference` and `tell` ("true" or "false"). `tell` is false only where the order forbids that
 * the customer is told: then the acts do not stand in his own log.
 */
export const proposeLegalHold = operatorPost('/swx/admin/legalHolds/propose', {
  summary:
    'Propose to put a customer under the order of a court or an authority, by its reference, or to lift it; a second person decides.',
  roles: holders,
  does: 'propose',
  ask: z.strictObject({
    ...signed,
    kind: z.enum(legalHoldKinds),
    customerId: id,
    reference: z.string().check(z.minLength(3), z.maxLength(120), plainLine),
    tell: z.boolean(),
  }),
  result: holdRequest,
  refusals: [...refusals],
})
export const approveLegalHold = operatorPost('/swx/admin/legalHolds/approve', {
  summary: 'Approve such an order: the customer neither trades nor withdraws until two have lifted it.',
  roles: holders,
  does: 'approve',
  ask: decision,
  result: holdRequest,
  refusals: [...refusals],
})
export const rejectLegalHold = operatorPost('/swx/admin/legalHolds/reject', {
  summary: 'Reject or take back such an order.',
  roles: holders,
  does: 'approve',
  ask: rejection,
  result: holdRequest,
  refusals: [...refusals],
})
