import * as z from 'zod/mini'
import { collateralCoins } from './collateral-rules.ts'
import { decimalText } from './money.ts'
import { get, post } from './route.ts'
import { code, epochMs, id } from './shapes.ts'

const coin = z.enum(collateralCoins)
/** Any text is taken, so that a malformed amount has its own refusal with the range. */
const amountText = z.string().check(z.maxLength(40))

/** A recorded tick, by which anyone finds the price in the record. */
const tick = z.object({ code, seq: z.int(), ts: epochMs, price: decimalText })

/** Collateral of an application: the coin, how much of it, and the tick that the agreement was priced at. */
export const signedCollateral = z.strictObject({ coin, amount: amountText, seq: z.int(), ts: epochMs })
export type SignedCollateral = z.output<typeof signedCollateral>

/** What an agreement was priced at: the value in USDT, and the share of the loan in it, per cent. */
export const pricedCollateral = z.object({ coin, amount: decimalText, tick, value: decimalText, ltv: decimalText })
export type PricedCollateral = z.output<typeof pricedCollateral>

const move = z.object({
  kind: z.enum(['PLEDGE', 'ADD', 'TAKE_BACK', 'SALE', 'RELEASE']),
  at: epochMs,
  amount: decimalText,
  /** Of the pledge that was signed, of a sale, and of what was taken back: what priced it. */
  tick: z.nullable(tick),
  /** Of a sale, which is a conversion: what was owed before it, of how many steps, and what it brought, in USDT. */
  sale: z.nullable(
    z.object({
      owed: decimalText,
      cause: z.enum(['LTV', 'END']),
      steps: z.int(),
      received: decimalText,
      fee: decimalText,
    }),
  ),
})

/** Collateral of a loan as it is now. Without a recent price `tick`, `value` and `ltv` are null, and nothing is sold. */
export const heldCollateral = z.object({
  loanId: id,
  coin,
  amount: decimalText,
  pledged: decimalText,
  /** What is owed now, USDT; of an application its amount. */
  owed: decimalText,
  tick: z.nullable(tick),
  value: z.nullable(decimalText),
  /** What is owed as a share of the value, per cent with two decimals; null also where nothing is held. */
  ltv: z.nullable(decimalText),
  /** The price of the coin at which a part is sold. */
  salePrice: z.nullable(decimalText),
  /** What may be taken back now; null unless the loan runs and is not due, and without a recent price. */
  returnable: z.nullable(decimalText),
  moves: z.array(move),
})
export type HeldCollateral = z.output<typeof heldCollateral>

export const loanCollateral = get('/swx/customer/loan/collateral', {
  summary:
    'Coins that secure a loan, with what the caller has of each and what an amount needs of it; and the collateral of a loan, or of the open one, with the share of what is owed in its value.',
  signedIn: true,
  realOnly: true,
  request: z.object({ amount: z.optional(amountText), id: z.optional(id) }),
  fieldRefusals: { amount: 'amountWrong' },
  result: z.object({
    coins: z.array(
      z.object({
        coin,
        /** What may be pledged of it now. */
        free: decimalText,
        /** Null without a recent price: nothing can be pledged at one then. */
        tick: z.nullable(tick),
        /** What the amount needs; null without one, or without a price. */
        needed: z.nullable(decimalText),
        min: decimalText,
      }),
    ),
    held: z.nullable(heldCollateral),
  }),
  refusals: ['amountWrong', 'notFound'],
})

export const addCollateral = post('/swx/customer/loan/collateral', {
  summary: 'Add more of the same coin to the collateral of a loan that is under review or runs.',
  signedIn: true,
  realOnly: true,
  notice: 'modified',
  request: z.strictObject({ id, amount: amountText }),
  fieldRefusals: { amount: 'amountWrong' },
  result: heldCollateral,
  /** 40039 also where the loan has ended or has no collateral. */
  refusals: ['keyReused', 'notFound', 'amountWrong', 'insufficientBalance'],
})

export const takeCollateral = post('/swx/customer/loan/takeCollateral', {
  summary:
    'Take a part of the collateral back before the repayment date, as long as what is owed is at most half the value of the rest.',
  signedIn: true,
  realOnly: true,
  notice: 'modified',
  request: z.strictObject({ id, amount: amountText }),
  fieldRefusals: { amount: 'amountWrong' },
  result: heldCollateral,
  /**
   * 10016 names in `max` what may be taken back now; 10015 without a recent price; 40039 also where the loan does not run, is
   * due, or has no collateral.
   */
  refusals: ['keyReused', 'notFound', 'amountWrong', 'notTradableNow'],
})
