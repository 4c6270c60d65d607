import * as z from 'zod/mini'
import { operatorGet, operatorPost, operatorRoles } from './operator-route.ts'
import { operatorName } from './operators.ts'
import { epochMs, id, nothing, queueName } from './shapes.ts'

/** Days that the charts of the dashboard cover, the present UTC day included. */
export const trendDays = 30

const amount = z.string()

/** Per UTC day; `day` is its first millisecond. Days on which nothing moved or ended are left out of money and results. */
export const operatorTrends = operatorGet('/swx/admin/trends', {
  summary:
    'Shows thirty days by day: deposits and withdrawals, backlog and service level of each queue, and Evenhand’s result on options.',
  roles: ['superadmin', 'finance1', 'finance2', 'risk', 'auditor'],
  does: 'read',
  request: nothing,
  result: z.object({
    at: epochMs,
    from: epochMs,
    money: z.array(z.object({ day: epochMs, asset: z.string(), moneyIn: amount, moneyOut: amount })),
    queues: z.array(
      z.object({
        name: queueName,
        /** `open` at the end of the day, `ended` in it, `inTime` of these within what is promised. */
        days: z.array(z.object({ day: epochMs, open: z.int(), ended: z.int(), inTime: z.int() })),
      }),
    ),
    /** Real options in USDT; `result` is negative where customers won more than they lost. */
    options: z.array(z.object({ day: epochMs, staked: amount, result: amount })),
    /** What the reserve of real options holds: free for new orders, and held for open ones. */
    reserve: z.object({ free: amount, held: amount }),
  }),
  refusals: [],
})

export const exposureTotal = operatorGet('/swx/admin/exposure/total', {
  summary: 'Shows what Evenhand would pay on all open orders together, and what of its reserve is left for new ones.',
  roles: ['risk', 'finance1', 'finance2', 'auditor'],
  does: 'read',
  request: z.object({ mode: z.optional(z.enum(['real', 'virtual'])) }),
  result: z.object({
    open: z.int(),
    /** Where every open order wins: this is held. */
    ifAllWin: amount,
    /** Where on each instrument the dearer side wins, which is the most that can happen. */
    worst: amount,
    free: amount,
  }),
  refusals: [],
})

/** What operators are alerted to; `checkFailed` and `checkStale` of the books, `unusual` of the audit log. */
export const alertKinds = [
  'queueOverdue',
  'coverageShort',
  'reserveLow',
  'checkFailed',
  'checkStale',
  'feedLate',
  'unusual',
] as const
export type AlertKind = (typeof alertKinds)[number]

export const openAlerts = operatorGet('/swx/admin/alerts', {
  summary: 'Shows what is wrong at this moment and has been sent by mail or webhook, the newest first.',
  roles: [...operatorRoles],
  does: 'read',
  request: nothing,
  result: z.array(
    z.object({
      id,
      kind: z.enum(alertKinds),
      /** What it is about: a queue, an asset, a check, an operator. */
      subject: z.string(),
      /** The figure that raised it: overdue cases, findings, instruments, audit entries. */
      count: z.int(),
      openedAt: epochMs,
    }),
  ),
  refusals: [],
})

/** Cases that one call may assign. */
export const maxAssigned = 100
const subject = z.string().check(z.regex(/^(?:deposit|withdrawal|identity|complaint|loan):[A-Za-z0-9-]{1,64}$/))

/** Assignments of at most the last ninety days, the newest first; a case that has ended keeps its last one. */
export const assignments = operatorGet('/swx/admin/assignments', {
  summary: 'Shows which case is assigned to whom, and who may be assigned cases of which kind.',
  roles: [...operatorRoles],
  does: 'read',
  request: nothing,
  result: z.object({
    rows: z.array(z.object({ subject: z.string(), operator: z.string(), at: epochMs })),
    /** Operators who are not absent, by the noun of the cases that their roles decide. */
    candidates: z.record(z.string(), z.array(z.string())),
  }),
  refusals: [],
})
export const assignCases = operatorPost('/swx/admin/assignments', {
  summary: 'Assigns cases to an operator who may decide them and is not absent, or to nobody; restricts nothing.',
  roles: ['kyc', 'finance1', 'finance2', 'risk', 'support', 'superadmin'],
  does: 'act',
  request: z.strictObject({
    subjects: z.array(subject).check(z.minLength(1), z.maxLength(maxAssigned)),
    operator: z.nullable(operatorName),
  }),
  result: z.object({ assigned: z.int() }),
  refusals: ['notFound', 'dataIncomplete'],
})
