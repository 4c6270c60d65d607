import * as z from 'zod/mini'
import { langValues } from './languages.ts'
import { decimalText } from './money.ts'
import { get, post, put } from './route.ts'
import { safeguardBounds } from './safeguards.ts'
import { epochMs, id, nothing, pageOf, paging, queryInt } from './shapes.ts'

/** How the customer's screens look on every device; 'cvd' are colours that are told apart without red and green. */
export const colorSchemes = ['system', 'light', 'dark'] as const
export const riseColors = ['red', 'green', 'cvd'] as const
const [leastMin, mostMin] = safeguardBounds.realityCheckMin

export const saveSettings = put('/swx/customer/user/settings', {
  summary: 'Keep settings that follow the customer to every device; what is left out stays as it is.',
  signedIn: true,
  ask: z.strictObject({
    lang: z.optional(z.enum(langValues)),
    colorScheme: z.optional(z.enum(colorSchemes)),
    riseColor: z.optional(z.enum(riseColors)),
    /** Minutes between two looks at how long one has been here. */
    realityCheckMin: z.optional(z.int().check(z.minimum(leastMin), z.maximum(mostMin))),
  }),
  result: z.object({
    lang: z.string(),
    colorScheme: z.string(),
    riseColor: z.string(),
    realityCheckMin: z.int(),
  }),
  refusals: [],
  notice: 'modified',
})

/** What moved money; OTHER is an entry that has no word of its own. */
export const transactionKinds = ['OPENING', 'RESET', 'WIN', 'LOSS', 'SALE', 'CLOSING', 'OTHER'] as const
export type TransactionKind = (typeof transactionKinds)[number]

const transaction = z.object({
  /** The number of the ledger's entry, with the coin where one entry moved several. */
  id: z.string(),
  at: epochMs,
  kind: z.enum(transactionKinds),
  asset: z.string(),
  /** What came (+) or went (−). */
  amount: decimalText,
  /** What the account held of the coin right after, free and held. */
  balance: decimalText,
  /** The order it belongs to, where there is one. */
  order: z.nullable(z.object({ id, orderNo: z.string(), code: z.string() })),
})
export type Transaction = z.output<typeof transaction>

/** So many lines one CSV may have. */
export const maxCsvRows = 10_000

export const transactions = get('/swx/customer/user/transactions', {
  summary:
    "The ledger's entries of the account the header names, newest first. `upTo` of the first page keeps later pages in place; `format=csv` answers a file of at most 10 000 lines.",
  signedIn: true,
  money: true,
  ask: z.object({
    kind: z.optional(z.enum(transactionKinds)),
    coin: z.optional(z.enum(['USDT', 'BTC', 'ETH'])),
    from: z.optional(queryInt(0, 9_999_999_999_999)),
    to: z.optional(queryInt(0, 9_999_999_999_999)),
    upTo: z.optional(z.string().check(z.regex(/^[0-9]{1,18}$/))),
    format: z.optional(z.enum(['json', 'csv'])),
    ...paging,
  }),
  result: z.extend(pageOf(transaction), { upTo: z.string() }),
  refusals: [],
})

/** Why an account cannot be closed: an order runs on `account`, or `amount` of `asset` is there. */
export type ClosingHindrance =
  | { reason: 'OPEN_ORDERS'; account: 'virtual' | 'real' }
  | { reason: 'BALANCE'; asset: string; amount: string }

export const closeAccount = post('/swx/customer/user/close', {
  summary:
    'Close the account for good: no open order, nothing real on it. Every session ends; e-mail and name stay reserved.',
  signedIn: true,
  proof: true,
  ask: nothing,
  result: z.object({ closedAt: epochMs }),
  refusals: ['accountRestricted'],
})

export const exportData = post('/swx/customer/user/export', {
  summary: 'All that is kept about the caller, piece by piece: `next` of one is `after` of the next, until it is null.',
  signedIn: true,
  proof: true,
  ask: z.strictObject({ after: z.optional(z.string().check(z.regex(/^[0-9]{1,3}\.[0-9]{1,9}$/))) }),
  result: z.object({
    at: epochMs,
    /** Rows by table; numbers called units are in the smallest unit of their asset. */
    tables: z.record(z.string(), z.array(z.looseObject({}))),
    next: z.nullable(z.string()),
  }),
  refusals: [],
})
