import * as z from 'zod/mini'
import { delistReasons, listingStates, relistReasons } from './markets.ts'
import { restrictionReasons } from './operator-customers.ts'
import { approve, changeRequest, refusals, reject, risk, signed } from './operator-requests.ts'
import { operatorGet, operatorPost } from './operator-route.ts'
import { code, epochMs, id } from './shapes.ts'
import { plainLine } from './written-text.ts'

/** Values signed: `customerId`, `reasonCode`, `days` (whole days from the second signature on). */
export const proposeRestriction = operatorPost('/swx/admin/restrictions/propose', {
  summary:
    'Proposes to stop a customer’s new orders for longer than 72 hours, at most 90 days; a second person decides.',
  roles: risk,
  does: 'propose',
  request: z.strictObject({
    ...signed,
    customerId: id,
    reasonCode: z.enum(restrictionReasons),
    days: z.int().check(z.minimum(1), z.maximum(90)),
  }),
  result: changeRequest,
  refusals: [...refusals],
})
export const approveRestriction = approve(
  '/swx/admin/restrictions/approve',
  risk,
  'Approves a longer stop of a customer’s new orders; the customer is told the reason and the end. Withdrawals stay open.',
)
export const rejectRestriction = reject(
  '/swx/admin/restrictions/reject',
  risk,
  'Rejects or takes back a longer stop of a customer’s new orders.',
)

/** Values signed: `instrument` (its code), `state` ("delisted", or "listed" for one that is delisted), `reasonCode`, and `note` where there is one. */
export const proposeListing = operatorPost('/swx/admin/instruments/propose', {
  summary:
    'Proposes to delist an instrument, or to list a delisted one again, for a public reason; a second person decides.',
  roles: risk,
  does: 'propose',
  request: z.strictObject({
    ...signed,
    code,
    state: z.enum(['listed', 'delisted']),
    reasonCode: z.enum([...delistReasons, ...relistReasons]),
    /** Shown to customers as it stands. */
    note: z.optional(z.string().check(z.minLength(1), z.maxLength(200), plainLine)),
  }),
  result: changeRequest,
  refusals: [...refusals],
})
export const approveListing = approve(
  '/swx/admin/instruments/approve',
  risk,
  'Approves a delisting, or a listing again; running orders go on and settle by the same prices.',
)
export const rejectListing = reject(
  '/swx/admin/instruments/reject',
  risk,
  'Rejects or takes back a delisting or a listing.',
)

export const filedListings = operatorGet('/swx/admin/instruments/filed', {
  summary: 'Shows what the command on the machine asks about instruments; it changes nothing until operators decide.',
  roles: [...risk, 'auditor'],
  does: 'read',
  request: z.object({}),
  result: z.array(
    z.object({
      id,
      code: z.string(),
      state: z.enum(listingStates),
      reason: z.string(),
      note: z.nullable(z.string()),
      filedAt: epochMs,
      filedBy: z.string(),
    }),
  ),
  refusals: [],
})
