import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { approve, changeRequest, refusals, reject, risk, signed } from './operator-requests.ts'
import { operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id } from './shapes.ts'
import { boardReason } from './plans.ts'
import { planProductStatuses } from './states.ts'
import { plainLine } from './written-text.ts'

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
  board: boardReason,
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

/** What two risk officers make of a product; a retired one stays so. Closing one to new positions takes one officer. */
export const planStateChanges = ['OPEN', 'RETIRED'] as const

export const closePlan = operatorPost('/swx/admin/plans/pause', {
  summary: 'Closes a product of plans to new subscriptions; no plan that runs is touched.',
  roles: ['risk'],
  does: 'act',
  request: z.strictObject({ id, reason: operatorReason }),
  result: z.object({ status: z.enum(planProductStatuses) }),
  refusals: ['notFound', 'dataIncomplete', 'reasonNeeded'],
})

/** Decimal text without a sign and without zeros before it. */
const decimals = (count: number) =>
  z.string().check(z.regex(new RegExp(`^(?:0|[1-9][0-9]{0,11})(?:\\.[0-9]{1,${count}})?$`)))

/**
 * Values signed, as text: `days`, `dailyRate` and `penaltyRate` (per cent), `min`, `max`, `capacity` (USDT); of other values
 * for new positions `replaces`, the product that closes as this one opens; above 0.03 % a day `board` and `boardReason`, which
 * customers read. The id of the request is that of the product.
 */
export const proposePlan = operatorPost('/swx/admin/plans/propose', {
  summary:
    'Proposes a product of plans, or other values of one for new positions; a second risk officer decides. More than 0.03 % a day takes a reason of the board, which customers read.',
  roles: risk,
  does: 'propose',
  request: z.strictObject({
    ...signed,
    days: z.string().check(z.regex(/^[1-9][0-9]{0,3}$/)),
    dailyRate: decimals(4),
    penaltyRate: decimals(4),
    min: decimals(6),
    max: decimals(6),
    capacity: decimals(6),
    replaces: z.optional(id),
    board: z.optional(z.string().check(z.minLength(3), z.maxLength(200), plainLine)),
    boardReason: z.optional(z.string().check(z.minLength(3), z.maxLength(500), plainLine)),
  }),
  result: changeRequest,
  refusals: [...refusals],
})

/** Values signed: `plan` (the id of the product) and `state`. */
export const proposePlanState = operatorPost('/swx/admin/plans/state/propose', {
  summary: 'Proposes to open a product of plans for new subscriptions or to retire it; a second risk officer decides.',
  roles: risk,
  does: 'propose',
  request: z.strictObject({ ...signed, plan: id, state: z.enum(planStateChanges) }),
  result: changeRequest,
  refusals: [...refusals],
})
export const approvePlan = approve(
  '/swx/admin/plans/approve',
  risk,
  'Approves a product of plans, other values for new positions, or a state of a product; no plan that runs is touched.',
)
export const rejectPlan = reject(
  '/swx/admin/plans/reject',
  risk,
  'Rejects or takes back a proposal about a product of plans.',
)
