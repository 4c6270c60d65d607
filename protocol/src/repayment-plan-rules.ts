import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { epochMs, id } from './shapes.ts'

/** How many instalments a repayment plan has, and within how many days the last of them is due. */
export const planInstalments = { min: 2, max: 12, days: 366 } as const
/** Days in which a prepared plan is approved, and in which one that is offered is accepted. */
export const planApprovalDays = 7
export const planOfferDays = 14
/** Days before an instalment is due on which reminders come. */
export const planReminderDays = [3, 1] as const
/** Days after which an instalment that is not paid ends its plan. */
export const planGraceDays = 7

/** What becomes of a repayment plan; only its customer accepts it. */
export const repaymentPlanStates = {
  PREPARED: ['OFFERED', 'LAPSED'],
  OFFERED: ['ACCEPTED', 'DECLINED', 'LAPSED'],
  ACCEPTED: ['KEPT', 'BROKEN'],
  DECLINED: [],
  LAPSED: [],
  KEPT: [],
  BROKEN: [],
} as const satisfies Record<string, readonly string[]>
export type RepaymentPlanStatus = keyof typeof repaymentPlanStates
const statuses = Object.keys(repaymentPlanStates) as [RepaymentPlanStatus, ...RepaymentPlanStatus[]]

const instalment = z.object({
  /** 1 is the first. */
  n: z.int(),
  /** Its day in UTC, at whose end it is due. */
  day: z.string(),
  dueAt: epochMs,
  amount: decimalText,
  /** What of it is not paid: each repayment settles the oldest instalment first. */
  left: decimalText,
})

/** A repayment plan of a loan in arrears. Amounts are USDT with six decimals. */
export const repaymentPlan = z.object({
  id,
  status: z.enum(statuses),
  preparedAt: epochMs,
  /** What was owed when it was prepared, which the instalments come to; no interest is added while it is in force. */
  principal: decimalText,
  interest: decimalText,
  total: decimalText,
  /** Of the total: what was paid since, until the plan ended, and what was left then. */
  paid: decimalText,
  left: decimalText,
  instalments: z.array(instalment),
  /** By when it is to be approved, or once it is offered to be accepted. */
  until: epochMs,
  acceptedAt: z.nullable(epochMs),
  endedAt: z.nullable(epochMs),
})
export type RepaymentPlan = z.output<typeof repaymentPlan>

/** Repayment plans of a loan that were accepted, whatever became of them, oldest first: each has a document. */
export const acceptedPlans = z.array(z.object({ id, acceptedAt: epochMs }))
