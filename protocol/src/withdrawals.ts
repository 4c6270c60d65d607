import * as z from 'zod/mini'
import { fundPassword } from './fund-password.ts'
import { fundCoins, fundMethods, fundNetworks } from './funds.ts'
import { decimalText } from './money.ts'
import { factorFields } from './passkey-shapes.ts'
import { get, post } from './route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { withdrawalReasons, withdrawalStatuses, withdrawalWaits } from './states.ts'

/** Fee and net that were shown hold for so long. */
export const withdrawalQuoteMinutes = 5
/** Smallest units of USDT that may leave in 24 hours, without and with a verified identity. */
export const withdrawalLimits = { BASIC: 1_000_000_000n, VERIFIED: 50_000_000_000n } as const
/** Smallest units of USDT in 24 hours up to which a rule decides, and one person; above it two. */
export const withdrawalClasses = { rule: 1_000_000_000n, one: 10_000_000_000n } as const
/** What the rule alone lets out to all customers together in 24 hours; beyond it a person reviews each. */
export const ruleMaxOfAll = 100_000_000_000n

/** Any word is taken, so that one that is no method has its own refusal. */
const method = z._default(z.string().check(z.maxLength(40)), '')
/** Any text is taken, so that a malformed amount has its own refusal with the coin's step and the most there can be. */
const amount = z.string().check(z.maxLength(40))
/** LOAN: what of a loan was not spent or repaid, which is USDT as well; one withdrawal is of one balance. */
export const withdrawalBalances = ['OWN', 'LOAN'] as const
export type WithdrawalBalance = (typeof withdrawalBalances)[number]
/** OWN where it is left out. */
const balance = z.optional(z.enum(withdrawalBalances))

const step = z.object({ status: z.enum([...withdrawalStatuses, 'OVERDUE']), at: epochMs })

export const withdrawal = z.object({
  id,
  orderNo: z.string(),
  method: z.enum(fundMethods.map((one) => one.method) as [string, ...string[]]),
  coin: z.enum(fundCoins),
  balance: z.enum(withdrawalBalances),
  network: z.enum(fundNetworks),
  addressSnapshot: z.string(),
  memo: z.optional(z.string()),
  amount: decimalText,
  fee: decimalText,
  netAmount: decimalText,
  status: z.enum(withdrawalStatuses),
  /** Why it was rejected; or for what it waits, which ends nothing. */
  reasonCode: z.optional(z.enum([...withdrawalReasons, ...withdrawalWaits])),
  /** The number of the order by which it was rejected, where there is one. */
  reasonRef: z.optional(z.string()),
  /** With KYC_LIMIT: what of this coin may leave now. */
  allowed: z.optional(decimalText),
  txid: z.optional(z.string()),
  createdAt: epochMs,
  completedAt: z.optional(epochMs),
  dueAt: epochMs,
  overdue: z.boolean(),
  cancellable: z.boolean(),
  /** Every step with its time, oldest first. */
  steps: z.array(step),
})
export type Withdrawal = z.output<typeof withdrawal>

const quote = z.object({ quoteId: id, fee: decimalText, net: decimalText, expiresAt: epochMs })
export type WithdrawalQuote = z.output<typeof quote>

/**
 * The closed list: a withdrawal is refused by nothing else, beside session, account, shape, rate and a key that was used
 * for another request; and by a legal hold that its customer knows of (10008), which no order of ours takes the place of.
 */
export const withdrawalRefusals = [
  'addressMissing',
  'methodMissing',
  'insufficientBalance',
  'belowMinimumWithdrawal',
  'quoteChanged',
  'realAccountNeeded',
  'fundPasswordWrong',
  'fundPasswordLocked',
  'fundPasswordNotSet',
  'addressWaiting',
  'proofNeeded',
] as const

const shape = { fieldRefusals: { amount: 'amountWrong' } } as const

export const quoteWithdrawal = get('/swx/customer/user/withdrawal/quote', {
  ...shape,
  summary: 'Fee and net of a withdrawal, which hold for five minutes; the fee is taken from the amount.',
  signedIn: true,
  realOnly: true,
  request: z.object({ method, addressId: z._default(z.string().check(z.maxLength(64)), ''), amount, balance }),
  result: quote,
  refusals: [
    'methodMissing',
    'addressMissing',
    'addressWaiting',
    'amountWrong',
    'belowMinimumWithdrawal',
    'insufficientBalance',
    'accountRestricted',
  ],
})

export const maxWithdrawal = get('/swx/customer/user/withdrawal/max', {
  summary: 'The most that can leave now by a method, and what bounds it.',
  signedIn: true,
  realOnly: true,
  request: z.object({ method, addressId: z.optional(z.string().check(z.maxLength(64))), balance }),
  result: z.object({
    max: decimalText,
    fee: decimalText,
    net: decimalText,
    free: decimalText,
    min: decimalText,
    /** Whether the balance or the limit of a day is what bounds it; the limit in USDT with what of it is used. */
    boundBy: z.enum(['BALANCE', 'KYC_LIMIT']),
    limit: z.object({ coin: z.literal('USDT'), most: decimalText, used: z.nullable(decimalText) }),
  }),
  refusals: ['methodMissing'],
})

export const withdraw = post('/swx/customer/user/withdrawal', {
  ...shape,
  summary:
    'Ask for a withdrawal. The amount is held at once; it is paid after a rule or persons have looked at it, within 24 hours.',
  signedIn: true,
  realOnly: true,
  request: z.strictObject({
    method,
    addressId: z._default(z.string().check(z.maxLength(64)), ''),
    amount,
    balance,
    fundPassword,
    quoteId: z._default(z.string().check(z.maxLength(64)), ''),
    code: z.optional(z.string().check(z.maxLength(16))),
    ...factorFields,
  }),
  result: withdrawal,
  notice: 'withdrawalSubmitted',
  refusals: [...withdrawalRefusals, 'amountWrong', 'keyReused', 'accountRestricted'],
})

export const listWithdrawals = get('/swx/customer/user/listWithdrwal', {
  summary: "The customer's withdrawals, newest first; by page where asked, else the last hundred.",
  signedIn: true,
  keys: 'read',
  request: z.object({ status: z.optional(z.enum(withdrawalStatuses)), ...paging }),
  result: z.union([pageOf(withdrawal), z.array(withdrawal)]),
  refusals: [],
})

export const cancelWithdrawal = post('/swx/customer/user/withdrawal/:id/cancel', {
  summary:
    'Take a withdrawal back, until it is being paid; the money is free again at once. 40039 once it is being paid.',
  signedIn: true,
  realOnly: true,
  request: z.strictObject({ id }),
  result: withdrawal,
  notice: 'modified',
  refusals: ['notFound'],
})
