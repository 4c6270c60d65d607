import * as z from 'zod/mini'
import { langValues } from './languages.ts'
import { decimalText } from './money.ts'
import { get, post, put } from './route.ts'
import { safeguardBounds } from './safeguards.ts'
import { epochMs, id, nothing, pageOf, paging, queryInt } from './shapes.ts'

/** How the customer's screens look on every device; 'cvd' are colours that are distinguished without red and green. */
export const colorSchemes = ['system', 'light', 'dark'] as const
export const riseColors = ['red', 'green', 'cvd'] as const
const [minMin, maxMin] = safeguardBounds.realityCheckMin

const minuteOfDay = z.string().check(z.regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/))
/**
 * From when to when of every day nothing that can wait is mailed or pushed; it comes when they are over. RISK, SECURITY
 * and LEGAL do not wait. `zone` is an IANA name such as Asia/Singapore; `to` may be on the next day.
 */
export const quietHours = z.strictObject({
  from: minuteOfDay,
  to: minuteOfDay,
  zone: z.string().check(z.maxLength(64)),
})
export type QuietHours = z.output<typeof quietHours>

const settings = z.object({
  lang: z.string(),
  colorScheme: z.string(),
  riseColor: z.string(),
  realityCheckMin: z.int(),
  quietHours: z.nullable(quietHours),
})

export const readSettings = get('/swx/customer/user/settings', {
  summary: 'The settings that follow the customer to every device.',
  signedIn: true,
  request: nothing,
  result: settings,
  refusals: ['customerNotFound'],
})

export const saveSettings = put('/swx/customer/user/settings', {
  summary: 'Keep settings that follow the customer to every device; what is left out stays as it is.',
  signedIn: true,
  request: z.strictObject({
    lang: z.optional(z.enum(langValues)),
    colorScheme: z.optional(z.enum(colorSchemes)),
    riseColor: z.optional(z.enum(riseColors)),
    /** Minutes between two reality checks. */
    realityCheckMin: z.optional(z.int().check(z.minimum(minMin), z.maximum(maxMin))),
    /** Null takes them away. */
    quietHours: z.optional(z.nullable(quietHours)),
  }),
  result: settings,
  refusals: [],
  notice: 'modified',
})

/** What moved money; OTHER is an entry that has no word of its own. */
export const transactionKinds = [
  'OPENING',
  'RESET',
  'WIN',
  'LOSS',
  'SALE',
  'CLOSING',
  'DEPOSIT',
  'REVERSAL',
  'WITHDRAWAL',
  'FEE',
  'CONVERSION',
  'LOAN',
  'CONTRACT',
  'PROTECTION',
  'YIELD',
  'PENALTY',
  'INVITE',
  'DONATION',
  'RESALE',
  'ADJUSTMENT',
  'OTHER',
] as const
export type TransactionKind = (typeof transactionKinds)[number]

/** What a line of the ledger belongs to: an order in a product, or coins that came, went or were converted. */
const orderOf = z.object({
  id,
  orderNo: z.string(),
  of: z.enum(['option', 'contract', 'deposit', 'withdrawal', 'conversion', 'loan', 'plan', 'collectible']),
  /** The instrument, where it is traded on one. */
  code: z.optional(z.string()),
})
export type OrderParams = z.output<typeof orderOf>

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
  order: z.nullable(orderOf),
  /** Of a correction: what the two operators who signed it wrote for the customer. */
  line: z.optional(z.string()),
})
export type Transaction = z.output<typeof transaction>

/** So many lines one CSV may have. */
export const maxCsvRows = 10_000

export const transactions = get('/swx/customer/user/transactions', {
  summary:
    "The ledger's entries of the account the header names, newest first. `upTo` of the first page keeps later pages in place; `format=csv` answers a file of at most 10 000 lines.",
  signedIn: true,
  keys: 'read',
  money: true,
  request: z.object({
    kind: z.optional(z.enum(transactionKinds)),
    coin: z.optional(z.enum(['USDT', 'BTC', 'ETH'])),
    from: z.optional(queryInt(0, 9_999_999_999_999)),
    to: z.optional(queryInt(0, 9_999_999_999_999)),
    upTo: z.optional(z.string().check(z.regex(/^[0-9]{1,18}$/))),
    format: z.optional(z.enum(['json', 'csv'])),
    ...paging,
  }),
  result: z.extend(pageOf(transaction), { upTo: z.string() }),
  files: ['text/csv'],
  refusals: [],
})

/** So many lines one statement lists; what is added up counts all. */
export const maxStatementLines = 1_000

export const statement = get('/swx/customer/user/statement.pdf', {
  summary:
    'The real account of a month (`2026-11`, in UTC) as a PDF in the language asked for: balances at both ends, what each kind added up to, and up to 1 000 lines.',
  signedIn: true,
  realOnly: true,
  request: z.object({ month: z.string().check(z.regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/)) }),
  result: nothing,
  files: ['application/pdf'],
  refusals: ['dataIncomplete', 'tooMany'],
})

/**
 * Why an account cannot be closed: an order runs on `account`, a deposit waits, a withdrawal has not ended, a loan is not
 * repaid, a bid leads an auction, or `amount` of `asset` is there.
 */
export type ClosingHindrance =
  | { reason: 'OPEN_ORDERS'; account: 'virtual' | 'real'; product?: 'contracts' }
  | { reason: 'DEPOSIT_WAITS' | 'WITHDRAWAL_WAITS' | 'LOAN_OPEN'; orderNo: string }
  | { reason: 'BID_LEADS' }
  | { reason: 'BALANCE'; asset: string; amount: string }

export const closeAccount = post('/swx/customer/user/close', {
  summary:
    'Close the account for good: no open order, no deposit or withdrawal that waits, no loan, nothing real on it. Every session ends; e-mail and name stay reserved.',
  signedIn: true,
  proof: true,
  request: nothing,
  result: z.object({ closedAt: epochMs }),
  refusals: ['accountRestricted'],
})

export const exportData = post('/swx/customer/user/export', {
  summary: 'All that is kept about the caller, piece by piece: `next` of one is `after` of the next, until it is null.',
  signedIn: true,
  proof: true,
  request: z.strictObject({ after: z.optional(z.string().check(z.regex(/^[0-9]{1,3}\.[A-Za-z0-9_-]{1,1000}$/))) }),
  result: z.object({
    at: epochMs,
    /** Rows by table; numbers called units are in the smallest unit of their asset. */
    tables: z.record(z.string(), z.array(z.looseObject({}))),
    next: z.nullable(z.string()),
  }),
  refusals: [],
})
