import * as z from 'zod/mini'
import { decimalText, units } from './money.ts'
import { get, post } from './route.ts'
import { epochMs, id, nothing, pageOf, paging } from './shapes.ts'
import { planProductStatuses, planStatuses } from './states.ts'

/** SHA-256 of the canonical terms of a product, hexadecimal. */
const termsHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The board's signed reason for more than 0.03 % a day, as it was written; null where none is needed. */
export const boardReason = z.nullable(z.object({ names: z.string(), reason: z.string() }))

/** A product. Rates are per cent as decimal text: `0.011` of a day. Amounts are USDT. */
export const planProduct = z.object({
  id,
  /** In the language that was requested, as is the source of the yield. */
  name: z.string(),
  sourceOfYield: z.string(),
  days: z.int(),
  dailyRate: decimalText,
  /** 365 daily rates, without compounding. */
  aprDisplay: decimalText,
  /** The daily rate is above the limit that a board's signed reason allows. */
  isUnusuallyHigh: z.boolean(),
  board: boardReason,
  min: decimalText,
  max: decimalText,
  capacity: decimalText,
  soldAmount: decimalText,
  /** What can still be subscribed: the least of the capacity left and what the free yield reserve covers. */
  left: decimalText,
  earlyExit: z.object({ penaltyRate: decimalText, coolingHours: z.int() }),
  termsHash,
  status: z.enum(planProductStatuses),
  /** False also where the product is open and the reserve cannot set aside the yield of its smallest amount. */
  isOpen: z.boolean(),
})
export type PlanProduct = z.output<typeof planProduct>

/** What a position keeps to its end, whatever becomes of its product. */
export const planPosition = z.object({
  id,
  orderNo: z.string(),
  productId: id,
  name: z.string(),
  principal: decimalText,
  days: z.int(),
  dailyRate: decimalText,
  penaltyRate: decimalText,
  coolingHours: z.int(),
  termsHash,
  startAt: epochMs,
  maturesAt: epochMs,
  /** Yield of one day, and of all days, which is set aside. */
  dailyYield: decimalText,
  wholeYield: decimalText,
  paidDays: z.int(),
  paidYield: decimalText,
  /** Null from its end on. */
  nextEarningTime: z.nullable(epochMs),
  /** Whole milliseconds it has run: until now, or until it ended. */
  runTime: z.int(),
  /** Yield paid less a penalty. */
  totalRevenue: decimalText,
  penalty: z.nullable(decimalText),
  /** Principal that came back; null while it earns. */
  returned: z.nullable(decimalText),
  endedAt: z.nullable(epochMs),
  status: z.enum(planStatuses),
})
export type PlanPosition = z.output<typeof planPosition>

const lang = z.optional(z.string().check(z.maxLength(8)))

export const listPlanProducts = get('/swx/customer/smart/listProducts', {
  summary: 'Smart trading plans that are offered, the shortest first, and those the caller still holds.',
  request: z.object({ lang }),
  result: z.array(planProduct),
  refusals: [],
})

export const getPlanProduct = get('/swx/customer/smart/getProduct/:id', {
  summary: 'One smart trading plan with its terms.',
  request: z.object({ id, lang }),
  result: planProduct,
  refusals: ['notFound'],
})

export const planReserve = get('/swx/customer/smart/reserve', {
  summary:
    'The yield reserve: what it owes to running plans, what is set aside for it, what is free, and what was paid.',
  request: nothing,
  result: z.object({
    /** All yields that running plans have still to get, and what is held for them. */
    owed: decimalText,
    setAside: decimalText,
    free: decimalText,
    /** Set aside ÷ owed, per cent; null while nothing is owed. */
    coverage: z.nullable(decimalText),
    principal: decimalText,
    positions: z.int(),
    /** Yields paid and penalties received since the beginning. */
    paid: decimalText,
    penalties: decimalText,
    at: epochMs,
  }),
  refusals: [],
})

/** USDT as customers type it, six decimals. */
const amount = units(6)

export const buySmart = post('/swx/customer/order/buySmart', {
  summary: 'Subscribe to a smart trading plan: the principal is locked and its whole yield is set aside.',
  signedIn: true,
  keys: 'trade',
  realOnly: true,
  notice: 'purchased',
  request: z.strictObject({ productId: id, days: z.int(), amount, termsHash }),
  fieldRefusals: { amount: 'investmentWrong', days: 'daysUnknown', productId: 'planUnavailable' },
  result: planPosition,
  refusals: [
    'keyReused',
    'planUnavailable',
    'daysUnknown',
    'investmentWrong',
    'planAlreadyHeld',
    'fundsShort',
    'capacityReached',
    'quoteChanged',
    'accountRestricted',
    'notInYourCountry',
    'excluded',
    'coolingOff',
    'loanMoneyNotTradable',
    'notVerifiedYet',
    'verificationNotValid',
  ],
})

export const listSmartOrder = get('/swx/customer/order/listSmartOrder', {
  summary: "The caller's plans, newest first.",
  signedIn: true,
  keys: 'read',
  realOnly: true,
  request: z.object({ status: z.optional(z.enum(planStatuses)), lang, ...paging }),
  result: z.union([z.array(planPosition), pageOf(planPosition)]),
  refusals: [],
})

export const previewExitSmart = get('/swx/customer/order/previewExitSmart', {
  summary: 'What leaving a plan comes to now, to the last unit.',
  signedIn: true,
  keys: 'read',
  realOnly: true,
  request: z.object({ id }),
  result: z.object({
    completedDays: z.int(),
    yieldPaid: decimalText,
    penalty: decimalText,
    returned: decimalText,
    /** Yield of the days that are given up. */
    givenUp: decimalText,
    freeUntil: epochMs,
    /** When the next day is complete and the penalty falls. */
    nextAt: epochMs,
    at: epochMs,
  }),
  refusals: ['notFound', 'notTradableNow'],
})

export const exitSmart = post('/swx/customer/order/exitSmart', {
  summary: 'Leave a plan at once; the penalty is the one that was shown, or the call is refused.',
  signedIn: true,
  keys: 'trade',
  realOnly: true,
  notice: 'purchased',
  request: z.strictObject({ id, expectedPenalty: amount }),
  fieldRefusals: { expectedPenalty: 'amountWrong' },
  result: planPosition,
  refusals: ['keyReused', 'notFound', 'quoteChanged', 'notTradableNow', 'amountWrong'],
})
