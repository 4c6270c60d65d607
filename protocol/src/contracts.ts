import * as z from 'zod/mini'
import { contractTerms } from './contract-params.ts'
import { decimalText, units } from './money.ts'
import { decidingTick } from './options.ts'
import { get, post, remove } from './route.ts'
import { code, epochMs, id, nothing, pageOf, paging, queryInt } from './shapes.ts'
import { closeReasons, contractStatuses } from './states.ts'

export const contractSides = ['BUY', 'SELL'] as const
export type ContractSide = (typeof contractSides)[number]
export const orderTypes = ['MARKET', 'LIMIT', 'STOP'] as const
export type OrderType = (typeof orderTypes)[number]

/** A price or a distance as a customer enters it: positive decimal text; its decimals are those of the instrument. */
export const priceText = z.string().check(z.maxLength(40), z.regex(/^(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,20})?$/))

/** Lots, hundredths. */
const lots = units(2)

export const contractOrder = z.object({
  id,
  orderNo: z.string(),
  /** The order a part of which this one closed; null for a whole one. */
  parentId: z.nullable(id),
  code,
  type: z.int(),
  /** Decimals in which prices of the instrument are shown; those of the order itself have all that were recorded. */
  precision: z.int(),
  side: z.enum(contractSides),
  orderType: z.enum(orderTypes),
  lots: decimalText,
  units: decimalText,
  leverage: z.int(),
  /** Price of a pending order. */
  price: z.nullable(decimalText),
  maxSlippage: z.nullable(z.int()),
  /** Until when a pending order waits; null: until it is cancelled. */
  expiresAt: z.nullable(epochMs),
  acceptedAt: epochMs,
  openPrice: z.nullable(decimalText),
  openTick: z.nullable(decidingTick),
  openTime: z.nullable(epochMs),
  closePrice: z.nullable(decimalText),
  closeTick: z.nullable(decidingTick),
  closeTime: z.nullable(epochMs),
  /** When a future settles; null for what has no expiry. */
  expirationTime: z.nullable(epochMs),
  stopLoss: z.nullable(decimalText),
  takeProfit: z.nullable(decimalText),
  /** The price at which the margin level of the account comes to 50 %, the other positions constant. */
  closeOutPrice: z.nullable(decimalText),
  notional: z.nullable(decimalText),
  requiredMargin: decimalText,
  fee: decimalText,
  feeOpen: decimalText,
  feeClose: decimalText,
  financing: decimalText,
  /** Profit of the price move, before fees and financing: of now while open, of the close afterwards. */
  profit: decimalText,
  /** Profit ÷ required margin while open, per cent. */
  expectedReturn: z.nullable(decimalText),
  status: z.enum(contractStatuses),
  closeReason: z.nullable(z.enum(closeReasons)),
  feedKind: z.string(),
  /** Those it was accepted under, and keeps until its last lot is closed. */
  terms: contractTerms,
  mode: z.enum(['virtual', 'real']),
})
export type ContractOrder = z.output<typeof contractOrder>

/** Money of an account as contracts see it, decimal USDT; `level` in per cent, null without a position. */
export const marginState = z.object({
  equity: decimalText,
  margin: decimalText,
  free: decimalText,
  profit: decimalText,
  financing: decimalText,
  level: z.nullable(decimalText),
})
export type MarginState = z.output<typeof marginState>

const receipt = z.looseObject({ v: z.int() })

const ticket = {
  code,
  side: z.enum(contractSides),
  orderType: z.enum(orderTypes),
  lots,
  leverage: z.int().check(z.minimum(1), z.maximum(1000)),
  price: z.optional(priceText),
  stopLoss: z.optional(priceText),
  takeProfit: z.optional(priceText),
}
const fieldRefusals = {
  lots: 'amountWrong',
  price: 'amountWrong',
  stopLoss: 'stopLossUnreasonable',
  takeProfit: 'takeProfitUnreasonable',
} as const

// Why an order is not taken; a preview states it already.
const untakeable = [
  'optionUnavailable',
  'accountRestricted',
  'notInYourCountry',
  'excluded',
  'quizNeeded',
  'coolingOff',
  'ownLimitReached',
  'notTradableNow',
  'feedKindTooLow',
  'belowMinimumPurchase',
  'amountWrong',
  'stopLossUnreasonable',
  'takeProfitUnreasonable',
  'stopAndTakeUnreasonable',
] as const

export const previewContract = post('/swx/customer/order/previewContract', {
  summary: 'What a contract would cost and need now: spread, fees, financing, margin, break-even, close-out price.',
  signedIn: true,
  keys: 'read',
  money: true,
  request: z.strictObject(ticket),
  fieldRefusals,
  result: z.object({
    /** Both sides of the index now, and the price the order would open at. */
    bid: decimalText,
    ask: decimalText,
    openPrice: decimalText,
    ts: epochMs,
    feedKind: z.string(),
    units: decimalText,
    notional: decimalText,
    requiredMargin: decimalText,
    leverages: z.array(z.int()),
    /** Costs of going in and out at once, and of one night, in USDT. */
    cost: z.object({
      spread: decimalText,
      feeOpen: decimalText,
      feeClose: decimalText,
      financingDay: decimalText,
      total: decimalText,
      /** Per cent of both fees that are left out already; absent where the caller has no discount. */
      feeDiscount: z.optional(decimalText),
    }),
    /** How far the index must move in the customer's favour to pay spread and fees: a distance, and per cent. */
    breakEvenMove: decimalText,
    breakEvenPct: decimalText,
    closeOutPrice: z.nullable(decimalText),
    /** What stops may be, both ends included; null where there is no bound. */
    stopLoss: z.object({ from: z.nullable(decimalText), to: z.nullable(decimalText) }),
    takeProfit: z.object({ from: z.nullable(decimalText), to: z.nullable(decimalText) }),
    expirationTime: z.nullable(epochMs),
    after: marginState,
  }),
  refusals: untakeable,
})

export const buyContract = post('/swx/customer/order/buyContract', {
  summary: 'Open a contract. It fills at the first tick recorded half a second after the order, for better or worse.',
  signedIn: true,
  keys: 'trade',
  money: true,
  notice: 'purchased',
  request: z.strictObject({
    ...ticket,
    /** The most the fill may be worse than the price seen, in pips; beyond it nothing is charged. */
    maxSlippage: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
    expiresAt: z.optional(epochMs),
  }),
  fieldRefusals,
  result: z.object({ orderId: id, orderNo: z.string(), receipt }),
  refusals: [
    'keyReused',
    ...untakeable,
    'tooMany',
    'openLimitReached',
    'capacityReached',
    'marginInsufficient',
    'loanMoneyNotTradable',
    'notVerifiedYet',
    'verificationNotValid',
  ],
})

const changeRefusals = ['keyReused', 'notFound', 'modeMismatch', 'notTradableNow'] as const

export const closeContract = post('/swx/customer/order/closeContract', {
  summary: 'Close a position, or some lots of it, at the first tick recorded half a second after the call.',
  signedIn: true,
  keys: 'trade',
  money: true,
  notice: 'purchased',
  request: z.strictObject({ id, lots: z.optional(lots) }),
  fieldRefusals: { lots: 'amountWrong' },
  result: z.object({ order: contractOrder }),
  refusals: [...changeRefusals, 'amountWrong'],
})

export const updateContract = post('/swx/customer/order/updateContract', {
  summary: 'Set or clear stop loss and take profit of an open or pending order; they hold from the next tick on.',
  signedIn: true,
  keys: 'trade',
  money: true,
  notice: 'modified',
  request: z.strictObject({ id, stopLoss: z.nullable(priceText), takeProfit: z.nullable(priceText) }),
  fieldRefusals: { stopLoss: 'stopLossUnreasonable', takeProfit: 'takeProfitUnreasonable' },
  result: z.object({ order: contractOrder }),
  refusals: [...changeRefusals, 'stopLossUnreasonable', 'takeProfitUnreasonable', 'stopAndTakeUnreasonable'],
})

export const cancelContract = remove('/swx/customer/order/cancelContract/:id', {
  summary: 'Cancel a pending order.',
  signedIn: true,
  keys: 'trade',
  money: true,
  notice: 'deleted',
  request: z.object({ id }),
  result: nothing,
  refusals: ['notFound', 'modeMismatch', 'notTradableNow'],
})

export const listContractOrder = get('/swx/customer/order/listContractOrder', {
  summary: "The caller's contracts, newest first.",
  signedIn: true,
  keys: 'read',
  money: true,
  request: z.object({
    status: z.optional(z.enum(['pending', 'open', 'closed'])),
    code: z.optional(code),
    from: z.optional(queryInt(0, 9_999_999_999_999)),
    to: z.optional(queryInt(0, 9_999_999_999_999)),
    ...paging,
  }),
  result: z.union([z.array(contractOrder), pageOf(contractOrder)]),
  refusals: [],
})

/** A signed record of what happened to an order; its exact shape and how to check it live in proofs/. */
const record = z.looseObject({ kind: z.string(), at: epochMs })

export const getContractOrderById = get('/swx/customer/order/getContractOrderById/:id', {
  summary: 'One contract with the signed records of everything that happened to it.',
  signedIn: true,
  keys: 'read',
  money: true,
  request: z.object({ id }),
  result: z.object({ order: contractOrder, records: z.array(record) }),
  refusals: ['notFound', 'modeMismatch'],
})

export const contractReceipt = get('/swx/customer/order/contractReceipt/:id', {
  summary: 'The signed records of a contract as a document anyone can check offline.',
  signedIn: true,
  keys: 'read',
  virtualKeys: true,
  request: z.object({ id }),
  result: z.looseObject({ v: z.int() }),
  refusals: ['notFound'],
})

export const accountMargin = get('/swx/customer/order/accountMargin', {
  summary: 'Equity, margin, free margin and margin level of the account now.',
  signedIn: true,
  keys: 'read',
  money: true,
  request: nothing,
  result: marginState,
  refusals: [],
})
