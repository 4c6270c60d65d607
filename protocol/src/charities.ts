import * as z from 'zod/mini'
import { transferOrigins } from './collectible-offers.ts'
import { decimalText } from './money.ts'
import { get } from './route.ts'
import { epochMs, id } from './shapes.ts'
import { charityPayoutStatuses } from './states.ts'

/** A charity is paid within so many days of a sale. */
export const charityPayoutDays = 7

/** SHA-256 in hexadecimal digits. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A charity with every field without which nothing is listed for it. Amounts are USDT, from the ledger. */
export const charity = z.object({
  id,
  name: z.string(),
  registrationNumber: z.string(),
  country: z.string(),
  website: z.nullable(z.string()),
  /** Of the written agreement. */
  agreementId: z.string(),
  share: decimalText,
  /** What it collects for, in the reader's language. */
  cause: z.string(),
  /** Received for works sold and as royalties of resales, paid out to it, and still on its account here. */
  received: decimalText,
  /** Part of `received`. */
  royalties: decimalText,
  paid: decimalText,
  waiting: decimalText,
  /** First sales, and resales that brought a royalty. */
  sales: z.int(),
  resales: z.int(),
  /** Part of `waiting` that was due and is not paid. */
  overdue: decimalText,
})
export type Charity = z.output<typeof charity>

/** The proof of a payment, as it was given by the operator who confirmed it. */
export const charityProof = z.object({
  /** A transaction's hash or the bank's reference. */
  reference: z.string(),
  /** Number of the charity's receipt, and SHA-256 of its document. */
  receiptNo: z.string(),
  receiptHash: hash,
})

/** One price, or the royalty of a resale, on its way from the buyer to the charity's receipt. */
export const charitySale = z.object({
  nftId: id,
  title: z.string(),
  imagePath: z.string(),
  imageHash: hash,
  /** What brought it, and the number of the transfer of the work; 1 for its first sale. */
  origin: z.enum(transferOrigins),
  transfer: z.int(),
  /** What the buyer paid, and what of that is the charity's: all of it, or the royalty. */
  price: decimalText,
  fee: decimalText,
  donated: decimalText,
  soldAt: epochMs,
  /** Number of the entry of the ledger that paid the charity's account. */
  entry: z.string(),
  payoutId: z.nullable(id),
  payoutStatus: z.enum(charityPayoutStatuses),
  dueAt: epochMs,
  paidAt: z.nullable(epochMs),
  isOverdue: z.boolean(),
})
export type CharitySale = z.output<typeof charitySale>

export const charityPayout = z.object({
  id,
  amount: decimalText,
  /** How many prices and royalties are in it. */
  sales: z.int(),
  status: z.enum(charityPayoutStatuses),
  preparedAt: epochMs,
  paidAt: z.nullable(epochMs),
  proof: z.nullable(charityProof),
  /** Number of the entry that paid it; null until then. */
  entry: z.nullable(z.string()),
})
export type CharityPayout = z.output<typeof charityPayout>

export const listCharities = get('/swx/customer/charity/list', {
  summary: 'The charities that collectibles are sold for, and what all of them received, from the ledger.',
  request: z.object({}),
  result: z.object({
    received: decimalText,
    paid: decimalText,
    overdue: decimalText,
    rows: z.array(charity),
    at: epochMs,
  }),
  refusals: [],
})

export const getCharity = get('/swx/customer/charity/:id', {
  summary: 'A charity: every price and royalty it received, when each is due, every payment to it and its proof.',
  request: z.object({ id }),
  result: z.extend(charity, { sold: z.array(charitySale), payouts: z.array(charityPayout), at: epochMs }),
  refusals: ['notFound'],
})
