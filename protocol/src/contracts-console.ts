import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { operatorGet } from './operator-route.ts'
import { code, epochMs, id } from './shapes.ts'

/** Notional in USDT: of long and short positions, and of orders that wait. */
const exposed = {
  positions: z.int(),
  long: decimalText,
  short: decimalText,
  /** Long less short. */
  net: decimalText,
  waiting: decimalText,
  /** What counts towards the limit: long, short and waiting; and what new orders may still add. */
  counted: decimalText,
  left: decimalText,
}
const account = z.object({
  customerId: z.nullable(id),
  positions: z.int(),
  notional: decimalText,
  /** Balance that contracts may take, with the margin in use: no loss goes beyond it. */
  mayLose: decimalText,
  /** At the newest prices. */
  profit: decimalText,
  /** Per cent; null without a price. */
  level: z.nullable(decimalText),
})
export type LargeAccount = z.output<typeof account>

export const marginEvents = ['warning', 'closeOut', 'protection'] as const
const event = z.object({
  is: z.enum(marginEvents),
  at: epochMs,
  customerId: z.nullable(id),
  /** Of a close-out: what was closed, and what came of it. */
  orderNo: z.nullable(z.string()),
  code: z.nullable(code),
  /** Margin level in per cent that it rests on; null of a payment. */
  level: z.nullable(decimalText),
  /** Profit of what was closed, or what was paid to lift the balance to zero, USDT. */
  amount: z.nullable(decimalText),
})
export type MarginEvent = z.output<typeof event>

export const contractRisk = operatorGet('/swx/admin/contracts', {
  summary:
    'Shows what is open in contracts by instrument beside the limits, the largest accounts, today’s margin calls and close-outs, and their reserves.',
  roles: ['risk', 'finance1', 'finance2', 'auditor'],
  does: 'read',
  request: z.object({ mode: z.optional(z.enum(['real', 'virtual'])) }),
  result: z.object({
    at: epochMs,
    /** Version of the terms in force, and its limits. */
    version: z.int(),
    limits: z.object({ instrument: decimalText, total: decimalText }),
    exposure: z.object({ ...exposed, instruments: z.array(z.object({ code, ...exposed })) }),
    accounts: z.object({ byNotional: z.array(account), byLoss: z.array(account) }),
    /** Since 00:00 UTC: counts of all, and the newest of them. */
    today: z.object({
      since: epochMs,
      warnings: z.int(),
      closeOuts: z.int(),
      protections: z.int(),
      events: z.array(event),
    }),
    reserves: z.array(
      z.object({
        name: z.enum(['reserve:contracts', 'reserve:nbp']),
        holds: decimalText,
        /** Since 00:00 UTC. */
        paid: decimalText,
        received: decimalText,
        /** What the house's capital paid in its place where it was empty; null where that is not counted here. */
        covered: z.nullable(decimalText),
      }),
    ),
  }),
  refusals: [],
})
export type ContractRisk = z.output<typeof contractRisk.result>
