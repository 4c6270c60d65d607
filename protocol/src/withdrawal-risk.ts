import * as z from 'zod/mini'
import { operatorGet } from './operator-route.ts'
import { epochMs, id } from './shapes.ts'

/** Facts that an approver weighs, each with its number. They are no reason to refuse: that list is closed. */
export const withdrawalRisk = operatorGet('/swx/admin/withdrawals/:id/risk', {
  summary:
    'Shows facts about a withdrawal: money in against out, who shares the address, devices, ages, restrictions and changes of credentials.',
  roles: ['finance1', 'finance2', 'risk', 'support', 'auditor'],
  does: 'read',
  request: z.object({ id }),
  result: z.object({
    /** USDT; coins by their price when they came or were requested. `unpriced` movements had none and are not in it. */
    flows: z.object({ deposited: z.string(), withdrawn: z.string(), traded: z.string(), unpriced: z.int() }),
    address: z.object({
      /** Back to where a deposit of this customer came from. */
      toOrigin: z.boolean(),
      ageMs: z.int(),
      /** Other customers who wrote the same address down: how many, and the newest ten. */
      sharedWith: z.int(),
      others: z.array(z.object({ customerId: id, username: z.string() })),
    }),
    account: z.object({
      ageMs: z.int(),
      status: z.string(),
      restriction: z.nullable(z.string()),
      legalHold: z.boolean(),
      depositsOnHold: z.int(),
      withdrawalsWaiting: z.int(),
    }),
    /** In the seven days before it was requested. */
    access: z.object({
      signIns: z.int(),
      failed: z.int(),
      newDevices: z.int(),
      /** Whether the last sign-in before it came from a new device; null where none is kept. */
      newAtRequest: z.nullable(z.boolean()),
      /** When password, second factor or e-mail, and the fund password, were last changed; null for never. */
      credentialsChangedAt: z.nullable(epochMs),
      fundPasswordChangedAt: z.nullable(epochMs),
    }),
  }),
  refusals: ['notFound'],
})
