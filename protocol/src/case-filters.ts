import * as z from 'zod/mini'
import { queryInt } from './shapes.ts'

// What the lists of operators' queues are narrowed by, beside the status: all of it holds at once, on the server, so that
// pages and totals are of what is requested.

/** Cases assigned to the caller, or to no operator who is present. */
export const assigneeFilters = ['mine', 'none'] as const
export type AssigneeFilter = (typeof assigneeFilters)[number]

const maxMs = 9_999_999_999_999

/** An amount of USDT: at most twelve whole digits, which no case comes near, and six decimals. */
export const filterUsdt = z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,6})?$/))

/** Received at `from` or later and before `to`, in epoch milliseconds; and whose case it is. */
export const caseFilters = {
  from: z.optional(queryInt(0, maxMs)),
  to: z.optional(queryInt(0, maxMs)),
  assignee: z.optional(z.enum(assigneeFilters)),
}

/** What the case is worth in USDT, both ends included. What has no price is in every range: it may be worth that much. */
export const worthFilters = { minUsdt: z.optional(filterUsdt), maxUsdt: z.optional(filterUsdt) }

/** Facts by which cases of each queue are found that need a closer review. None of them is a reason to refuse. */
export const depositRisks = ['LEGAL_HOLD', 'AMOUNT_DIFFERS', 'SUBMITTED_AGAIN', 'SAME_TRANSACTION'] as const
export const withdrawalRisks = [
  'LEGAL_HOLD',
  'TWO_PERSONS',
  'ADDRESS_NEW',
  'ADDRESS_SHARED',
  'FUND_PASSWORD_NEW',
] as const
export const identityRisks = ['LEGAL_HOLD', 'SAME_DOCUMENT', 'SECOND_PERSON'] as const
/** Where only the customer's account is known. */
export const customerRisks = ['LEGAL_HOLD'] as const
export const caseRisks = [...new Set([...depositRisks, ...withdrawalRisks, ...identityRisks])]
export type CaseRisk = (typeof caseRisks)[number]
