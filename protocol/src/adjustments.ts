import * as z from 'zod/mini'
import { complaintNo } from './complaints.ts'
import { decimalText } from './money.ts'
import { get } from './route.ts'
import { epochMs, id } from './shapes.ts'
import { complaintStatuses } from './states.ts'

/** An adjustment against a customer: announced, and then carried out, withdrawn, or lapsed because the money was not there. */
export const debitStatuses = ['ANNOUNCED', 'APPLIED', 'WITHDRAWN', 'LAPSED'] as const

const debit = z.object({
  id,
  asset: z.enum(['USDT', 'BTC', 'ETH']),
  /** What it takes. */
  amount: decimalText,
  /** The number of the entry that gave too much, and when. */
  entry: z.string(),
  entryAt: epochMs,
  reasonCode: z.string(),
  /** What the operators wrote for the customer. */
  line: z.string(),
  announcedAt: epochMs,
  dueAt: epochMs,
  status: z.enum(debitStatuses),
  /** The first complaint about it, which stops it until an operator has answered. */
  objection: z.nullable(z.object({ no: complaintNo, status: z.enum(complaintStatuses) })),
})
export type AnnouncedDebit = z.output<typeof debit>

export const announcedDebits = get('/swx/customer/user/adjustments', {
  summary:
    'Adjustments against the own account that are announced or ended in the last 30 days, newest first. An objection is a complaint of kind `adjustment`.',
  signedIn: true,
  request: z.object({}),
  result: z.array(debit),
  refusals: [],
})
