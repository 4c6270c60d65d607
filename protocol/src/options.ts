import * as z from 'zod/mini'
import { decimalText, units } from './money.ts'
import { get, post } from './route.ts'
import { code, epochMs, id, pageOf, paging, queryInt } from './shapes.ts'
import { voidReasons } from './states.ts'

export const directions = ['UP', 'DOWN'] as const
export type Direction = (typeof directions)[number]

/** What one account may have running at once: orders, and the sum of their stakes in millionths of a USDT. */
export const maxOpen = { orders: 20, stake: 5_000_000_000n } as const

/** A rate as the wire shows it, e.g. "0.94". */
const rate = z.codec(z.string().check(z.regex(/^(?:0|1)(?:\.[0-9]{1,6})?$/)), z.bigint(), {
  decode: (text) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(6, '0'))
  },
  encode: (ppm) => `${ppm / 1_000_000n}.${(ppm % 1_000_000n).toString().padStart(6, '0')}`,
})

/** A recorded index price that decided something. */
export const decidingTick = z.object({ seq: z.int(), ts: epochMs, price: decimalText })

export const optionOrder = z.object({
  id,
  orderNo: z.string(),
  code,
  type: z.int(),
  direction: z.enum(directions),
  stake: decimalText,
  payoutRate: decimalText,
  limitTime: z.int(),
  acceptedAt: epochMs,
  openPrice: z.nullable(decimalText),
  openTime: z.nullable(epochMs),
  closePrice: z.nullable(decimalText),
  closeTime: z.nullable(epochMs),
  entryTick: z.nullable(decidingTick),
  exitTick: z.nullable(decidingTick),
  expirationTime: z.nullable(epochMs),
  fee: decimalText,
  /** What the order changed in the balance: + stake × rate, − stake, 0, or the sale's difference; "0" while open. */
  profit: decimalText,
  expectedReturn: decimalText,
  status: z.enum(['ACCEPTED', 'OPEN', 'WON', 'LOST', 'TIE', 'SOLD', 'VOID']),
  voidReason: z.optional(z.enum(voidReasons)),
  feedKind: z.string(),
  earlySale: z.boolean(),
  mode: z.enum(['virtual', 'real']),
})
export type OptionOrder = z.output<typeof optionOrder>

/** A signed receipt; its exact shape and how to check it live in proofs/. */
const receipt = z.looseObject({ v: z.int() })

const terms = { code, limitTime: z.int() }

// Why an order is not sold; a quote states it already.
const unsellable = [
  'optionUnavailable',
  'accountRestricted',
  'notInYourCountry',
  'excluded',
  'quizNeeded',
  'coolingOff',
  'ownLimitReached',
  'notTradableNow',
  'feedKindTooLow',
  'termUnknown',
  'belowMinimumPurchase',
  'amountWrong',
] as const

export const getOptionMinAmount = get('/swx/customer/order/getOptionMinAmount', {
  summary: 'Smallest and largest stake of a limit time, its payout rate, and what the reserve can still back.',
  request: z.object({ limitTime: queryInt(1, 1_000_000), code: z.optional(code) }),
  result: z.object({ min: decimalText, max: decimalText, payoutRate: decimalText, reserveLeft: decimalText }),
  refusals: ['termUnknown', 'optionUnavailable'],
})

export const quoteOptions = post('/swx/customer/order/quoteOptions', {
  summary:
    'The terms an order would have now: payout, win, loss, break-even, expected return, entry rule, price source.',
  signedIn: true,
  keys: 'read',
  money: true,
  request: z.strictObject({ ...terms, direction: z.enum(directions), amount: units(6) }),
  fieldRefusals: { amount: 'amountWrong' },
  amountStep: '0.01',
  result: z.object({
    payoutRate: decimalText,
    win: decimalText,
    loss: decimalText,
    breakEven: decimalText,
    expectedReturn: decimalText,
    price: decimalText,
    ts: epochMs,
    feedKind: z.string(),
    version: z.int(),
  }),
  refusals: unsellable,
})

export const buyOptions = post('/swx/customer/order/buyOptions', {
  summary: 'Buy an up or down option. The answer carries the signed receipt, made before the entry tick exists.',
  signedIn: true,
  keys: 'trade',
  money: true,
  notice: 'purchased',
  request: z.strictObject({
    ...terms,
    direction: z.enum(directions),
    amount: units(6),
    minPayoutRate: z.optional(rate),
  }),
  fieldRefusals: { amount: 'amountWrong' },
  amountStep: '0.01',
  result: z.object({ orderId: id, orderNo: z.string(), receipt }),
  refusals: [
    'keyReused',
    ...unsellable,
    'quoteChanged',
    'tooMany',
    'openLimitReached',
    'capacityReached',
    'insufficientBalance',
    'loanMoneyNotTradable',
    'notVerifiedYet',
    'verificationNotValid',
  ],
})

export const quoteSellOption = get('/swx/customer/order/quoteSellOption', {
  summary: 'What an early sale would pay at the newest tick; indicative, with every input of the formula.',
  signedIn: true,
  keys: 'read',
  money: true,
  request: z.object({ id }),
  result: z.object({
    price: decimalText,
    /** Newest tick, strike, seconds left, volatility per √second, probability that the order's direction wins. */
    S: decimalText,
    K: decimalText,
    tau: z.int(),
    sigma: z.string(),
    p: decimalText,
    ts: epochMs,
  }),
  refusals: ['notFound', 'modeMismatch', 'notTradableNow'],
})

export const sellOptions = post('/swx/customer/order/sellOptions', {
  summary: 'Sell an open option early, at the price computed from the next recorded tick; never below minPrice.',
  signedIn: true,
  keys: 'trade',
  money: true,
  notice: 'purchased',
  request: z.strictObject({ id, minPrice: units(6) }),
  fieldRefusals: { minPrice: 'amountWrong' },
  result: z.object({ order: optionOrder }),
  refusals: ['keyReused', 'notFound', 'modeMismatch', 'notTradableNow', 'belowYourPrice', 'amountWrong'],
})

export const getOptionsOrderById = get('/swx/customer/order/getOptionsOrderById/:id', {
  summary: 'One order with its receipt and the ticks around its entry and exit.',
  signedIn: true,
  keys: 'read',
  money: true,
  request: z.object({ id }),
  result: z.object({ order: optionOrder, receipt, ticks: z.array(decidingTick) }),
  refusals: ['notFound', 'modeMismatch'],
})

export const listOptionsOrder = get('/swx/customer/order/listOptionsOrder', {
  summary: "The caller's orders, newest first.",
  signedIn: true,
  keys: 'read',
  money: true,
  request: z.object({
    status: z.optional(z.enum(['open', 'closed'])),
    code: z.optional(code),
    from: z.optional(queryInt(0, 9_999_999_999_999)),
    to: z.optional(queryInt(0, 9_999_999_999_999)),
    ...paging,
  }),
  result: z.union([z.array(optionOrder), pageOf(optionOrder)]),
  refusals: [],
})

export const orderByKey = get('/swx/customer/order/byKey', {
  summary: 'The first answer given under an Idempotency-Key.',
  signedIn: true,
  keys: 'read',
  money: true,
  request: z.object({ key: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) }),
  result: z.looseObject({}),
  refusals: ['notFound'],
})

export const orderReceipt = get('/swx/customer/order/receipt/:id', {
  summary: 'The receipt of an order as a document anyone can check offline.',
  signedIn: true,
  keys: 'read',
  virtualKeys: true,
  request: z.object({ id }),
  result: receipt,
  refusals: ['notFound'],
})
