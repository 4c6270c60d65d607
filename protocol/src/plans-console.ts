import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id } from './shapes.ts'
import { planProductStatuses } from './states.ts'

/** A product as operators see it. Rates are per cent, amounts USDT. */
const product = z.object({
  id,
  /** In the operator's language. */
  name: z.string(),
  sourceOfYield: z.string(),
  days: z.int(),
  dailyRate: decimalText,
  penaltyRate: decimalText,
  coolingHours: z.int(),
  isUnusuallyHigh: z.boolean(),
  min: decimalText,
  max: decimalText,
  capacity: decimalText,
  /** Principal that earns now; it counts towards the capacity. */
  soldAmount: decimalText,
  /** The lesser of the capacity left and what the free reserve covers. */
  left: decimalText,
  termsHash: z.string(),
  status: z.enum(planProductStatuses),
  /** Whether its smallest amount can be subscribed now. */
  isOpen: z.boolean(),
})
export type ConsolePlan = z.output<typeof product>

export const listPlans = operatorGet('/swx/admin/plans', {
  summary:
    'Shows every product of smart trading plans, what the yield reserve owes and holds, and how late yields are.',
  roles: ['risk', 'finance1', 'finance2', 'support', 'auditor'],
  does: 'read',
  request: z.object({}),
  result: z.object({
    at: epochMs,
    /** How long the oldest yield that is due waits; 0 where none is due. */
    lagMs: z.int(),
    reserve: z.object({
      owed: decimalText,
      setAside: decimalText,
      free: decimalText,
      /** Set aside ÷ owed, per cent; null while nothing is owed. */
      coverage: z.nullable(decimalText),
      principal: decimalText,
      positions: z.int(),
      paid: decimalText,
      penalties: decimalText,
    }),
    products: z.array(product),
  }),
  refusals: [],
})

/** What a product may be made; a retired one stays so. */
export const planStateChanges = ['OPEN', 'CLOSED_TO_NEW', 'RETIRED'] as const

export const setPlanState = operatorPost('/swx/admin/plans/state', {
  summary: 'Opens a product of plans for new subscriptions, closes or retires it; no plan that runs is touched.',
  roles: ['risk'],
  does: 'act',
  request: z.strictObject({ id, status: z.enum(planStateChanges), reason: operatorReason }),
  result: z.object({ status: z.enum(planProductStatuses) }),
  refusals: ['notFound', 'dataIncomplete', 'reasonNeeded'],
})
