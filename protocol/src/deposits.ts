import * as z from 'zod/mini'
import { fundCoins, fundNetworks } from './funds.ts'
import { decimalText } from './money.ts'
import { get, post } from './route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { depositReasons, depositStatuses } from './states.ts'

const coin = z.enum(fundCoins)
const network = z.enum(fundNetworks)
/** Any text is taken, so that a malformed amount has its own refusal with the coin's step and the most there can be. */
const amountText = z.string().check(z.maxLength(40))
/** The last six characters of the address that sends: letters and digits of any network. */
const last6 = z.string().check(z.regex(/^[A-Za-z0-9]{6}$/))

/** A deposit as the customer sees it. Amounts in the coin. */
export const deposit = z.object({
  id,
  orderNo: z.string(),
  coin,
  network,
  /** What the customer states was sent. */
  amount: decimalText,
  last6: z.string(),
  txHash: z.string(),
  proofFileId: z.nullable(id),
  status: z.enum(depositStatuses),
  /** What arrived and was credited. */
  creditedAmount: z.optional(decimalText),
  /** Of the chain, where it is watched; and how many make it final. */
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  reasonCode: z.optional(z.enum(depositReasons)),
  /** It was rejected and may be submitted again, once, with a new proof. */
  mayResubmit: z.boolean(),
  /** Operators recorded the coins of this transaction anew, under this number. */
  followedBy: z.optional(z.string()),
  /** After a reorganisation of the chain: what the customer had spent of it already. Owed, and nothing else is taken. */
  debt: z.optional(decimalText),
  createdAt: epochMs,
  /** By when a person reviews it, unless the chain confirms it before. */
  dueAt: epochMs,
  decidedAt: z.nullable(epochMs),
})
export type Deposit = z.output<typeof deposit>

export const recharge = post('/swx/customer/user/recharge', {
  summary: 'Say that coins were sent: transaction hash, last six characters of the sending address, proof image.',
  signedIn: true,
  realOnly: true,
  request: z.strictObject({
    coin,
    network,
    amount: amountText,
    last6,
    txHash: z._default(z.string().check(z.maxLength(100)), ''),
    /** Of `file/upload` with the purpose `deposit`. */
    proofFileId: z._default(z.union([id, z.literal('')]), ''),
  }),
  fieldRefusals: { amount: 'amountWrong', txHash: 'hashMalformed', proofFileId: 'proofImageNeeded' },
  result: deposit,
  refusals: [
    'amountWrong',
    'methodMissing',
    'keyReused',
    'notInYourCountry',
    'excluded',
    'ownLimitReached',
    'depositBelowMinimum',
    'hashMalformed',
    'proofImageNeeded',
    'notFound',
    'transactionKnown',
    'capacityReached',
  ],
  notice: 'depositSubmitted',
})

export const listRecharge = get('/swx/customer/user/listRecharge', {
  summary: "The customer's deposits, newest first: the newest hundred as an array, or a page where `page` is asked.",
  signedIn: true,
  keys: 'read',
  request: z.object({ status: z.optional(z.enum(depositStatuses)), ...paging }),
  result: z.union([z.array(deposit), pageOf(deposit)]),
  refusals: [],
})

export const cancelRecharge = post('/swx/customer/user/recharge/:id/cancel', {
  summary: 'Take back a deposit that no operator has looked at yet. Coins that arrive are credited all the same.',
  signedIn: true,
  realOnly: true,
  request: z.strictObject({ id }),
  result: deposit,
  refusals: ['notFound'],
  notice: 'modified',
})

export const resubmitRecharge = post('/swx/customer/user/recharge/:id/resubmit', {
  summary: 'Submit a rejected deposit again, once, with a new proof image.',
  signedIn: true,
  realOnly: true,
  request: z.strictObject({
    id,
    proofFileId: z._default(z.union([id, z.literal('')]), ''),
    last6: z.optional(last6),
  }),
  fieldRefusals: { proofFileId: 'proofImageNeeded' },
  result: deposit,
  refusals: ['notFound', 'proofImageNeeded', 'transactionKnown'],
  notice: 'depositSubmitted',
})

/** The result of `index/getParamByKey/deposit_{coin}_{network}`. */
export const depositAddress = z.object({
  method: z.string(),
  coin,
  network,
  /** Null while coins should not be sent: deposits are stopped, or a pause or the customer's own limit is in the way. */
  address: z.nullable(z.string()),
  /** The address is this customer's alone, and the chain is watched: deposits to it need no form. */
  own: z.boolean(),
  /** No real chain stands behind it. */
  sandbox: z.boolean(),
  /** No new deposits of the coin: customers own more of it than custody keeps. What arrives is credited all the same. */
  stopped: z.boolean(),
  min: decimalText,
  confirmations: z.int(),
  /** USDT that may be paid in and traded before identity is verified. */
  maxUnverified: decimalText,
})
export type DepositAddress = z.output<typeof depositAddress>
