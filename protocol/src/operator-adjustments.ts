import * as z from 'zod/mini'
import { changeRequest, decision, finance, refusals, reject, signed } from './operator-requests.ts'
import { operatorPost } from './operator-route.ts'
import { id } from './shapes.ts'
import { plainLine } from './written-text.ts'

/** Why a balance may be corrected at all. */
export const adjustmentReasons = [
  'WRONG_ENTRY',
  'GOODWILL',
  'COMPLAINT_UPHELD',
  'RECOVERY_OF_ERROR',
  'CHAIN_LOSS',
] as const
/** Those of them that may take something from the customer. */
export const debitReasons = ['WRONG_ENTRY', 'RECOVERY_OF_ERROR', 'CHAIN_LOSS'] as const
const amount = z.string().check(z.regex(/^-?[0-9]{1,10}(?:\.[0-9]{1,8})?$/))

/**
 * Values signed: `customerId`, `asset`, `amount`, `reasonCode`, `line`, and `entry` where the amount is below zero: the
 * number of the ledger entry that gave the customer too much.
 */
export const proposeAdjustment = operatorPost('/swx/admin/adjustments/propose', {
  summary:
    'Proposes a correction of one customer’s balance, with the line that the customer will read; a second person decides. One against the customer names the wrong entry and takes at most what that entry gave.',
  roles: finance,
  does: 'propose',
  request: z.strictObject({
    ...signed,
    customerId: id,
    asset: z.enum(['USDT', 'BTC', 'ETH']),
    amount,
    reasonCode: z.enum(adjustmentReasons),
    line: z.string().check(z.minLength(3), z.maxLength(200), plainLine),
    entry: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,17}$/))),
  }),
  result: changeRequest,
  refusals: [...refusals],
})
export const approveAdjustment = operatorPost('/swx/admin/adjustments/approve', {
  summary:
    'Approves a correction that another finance officer proposed; one entry moves it, and the customer sees its line. One against the customer is announced to them and carried out 24 hours later, unless their objection is open or was upheld.',
  roles: finance,
  does: 'approve',
  request: decision,
  result: changeRequest,
  refusals: [...refusals],
})
export const rejectAdjustment = reject('/swx/admin/adjustments/reject', finance, 'Rejects or takes back a correction.')
