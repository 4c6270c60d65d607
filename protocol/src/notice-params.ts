import * as z from 'zod/mini'
import { fundCoins, fundNetworks } from './funds.ts'
import { debitReasons } from './operator-adjustments.ts'
import { restrictionReasons } from './operator-customers.ts'
import { directions } from './options.ts'
import { limitNames } from './safeguards.ts'
import { epochMs, id } from './shapes.ts'
import { depositReasons, loanReasons, voidReasons, withdrawalReasons } from './states.ts'

const text = z.string().check(z.minLength(1))
const decimal = z.string().check(z.regex(/^-?[0-9]+(?:\.[0-9]+)?$/))
const coin = z.enum(fundCoins)
const network = z.enum(fundNetworks)
const yesNo = z.enum(['yes', 'no'])
const none = z.strictObject({})

const order = {
  orderId: id,
  mode: z.enum(['virtual', 'real']),
  code: text,
  direction: z.enum(directions),
  stake: decimal,
}
const depositFields = { depositId: id, coin, amount: decimal }
const deposit = z.strictObject(depositFields)
/** `address` is shortened. */
const withdrawalFields = {
  withdrawalId: id,
  orderNo: text,
  coin,
  network,
  address: text,
  amount: decimal,
  net: decimal,
  txid: z.optional(text),
  dueAt: epochMs,
}
const withdrawal = z.strictObject(withdrawalFields)
const sent = z.strictObject({ ...withdrawalFields, txid: text })
const loanFields = { loanId: id, orderNo: text, amount: decimal }
/** A payment of a loan; and what is owed of it, with the day of repayment. Both in USDT. */
const loanPayment = z.strictObject({ ...loanFields, paid: decimal })
const loanDue = z.strictObject({ ...loanFields, owed: decimal, dueAt: epochMs })
/** A repayment plan: what it comes to in how many instalments, and by when. */
const loanPlan = z.strictObject({ ...loanFields, owed: decimal, count: text, dueAt: epochMs })
const tokenDelivery = z.strictObject({ nftId: id, title: text, chain: text, address: text })
const collectibleEnd = z.strictObject({ nftId: id, title: text, amount: decimal, charity: text })
const address = { network, coin, address: text }
const complaint = z.strictObject({ no: text })
/** An adjustment against the customer: of which entry, why, and when it is carried out. */
const adjustment = z.strictObject({
  adjustmentId: id,
  coin,
  amount: decimal,
  entry: text,
  reason: z.enum(debitReasons),
  line: text,
  dueAt: epochMs,
})
/** `reference` is that of the order of a court or an authority. */
const legalHold = z.strictObject({ reference: text })

/** Every template of a notice, and what its text is made of. Amounts are in the coin named, else in USDT. */
export const noticeParams = {
  welcome: z.strictObject({ username: text }),
  'login.new_device': z.strictObject({ place: z.string(), browser: z.optional(text), system: z.optional(text) }),
  'password.changed': none,
  'twofa.changed': z.union([
    z.strictObject({ change: z.enum(['otpEnabled', 'otpDisabled', 'recoveryRenewed', 'wrongCodes']) }),
    z.strictObject({ change: z.enum(['passkeyAdded', 'passkeyRemoved']), name: text }),
    /** Recovery codes that are left. */
    z.strictObject({ change: z.literal('recoveryUsed'), left: z.int().check(z.nonnegative()) }),
  ]),
  'apikey.created': z.strictObject({
    label: text,
    scope: z.enum(['READ', 'TRADE']),
    account: z.enum(['VIRTUAL', 'ANY']),
  }),
  /** The new address with most of its name left out. */
  'email.changed': z.strictObject({ email: text }),
  'option.result': z.strictObject({ ...order, status: z.enum(['WON', 'LOST', 'TIE', 'SOLD']), profit: decimal }),
  'option.void': z.strictObject({ ...order, reason: z.enum(voidReasons) }),
  /** Equity in per cent of the margin in use, at or below 100 or 75. */
  'contract.margin': z.strictObject({ mode: order.mode, percent: z.int(), level: decimal }),
  /** An order that waited for its price. */
  'contract.filled': z.strictObject({ orderId: id, mode: order.mode, code: text, lots: decimal, price: decimal }),
  'contract.closed': z.strictObject({
    orderId: id,
    mode: order.mode,
    code: text,
    lots: decimal,
    reason: z.enum(['SL', 'TP', 'CLOSEOUT', 'EXPIRY']),
    price: decimal,
    /** Before costs; and after closing fee and financing, which older notices do not have. */
    profit: decimal,
    result: z.optional(decimal),
  }),
  /** What negative balance protection paid. */
  'contract.protected': z.strictObject({ mode: order.mode, amount: decimal }),
  'contract.ended': z.strictObject({
    orderId: id,
    mode: order.mode,
    code: text,
    lots: decimal,
    reason: z.enum(['CANCELLED', 'CANCELLED_STOPS', 'CANCELLED_SLIPPAGE', 'REJECTED_MARGIN', 'EXPIRED']),
  }),
  'contract.terms': z.strictObject({ version: z.int(), at: epochMs, open: yesNo }),
  'contract.expiring': z.strictObject({ orderId: id, mode: order.mode, code: text, lots: decimal, expiresAt: epochMs }),
  'alert.price': z.strictObject({
    alertId: id,
    code: text,
    kind: z.enum(['ABOVE', 'BELOW', 'CHANGE']),
    target: decimal,
    price: decimal,
    change: decimal,
  }),
  /** The customer's own limit that stopped an order, as refusal 40004 names it. */
  'limit.reached': z.strictObject({ limit: z.enum(limitNames), value: decimal }),
  'deposit.submitted': deposit,
  'deposit.recorded': deposit,
  'deposit.credited': deposit,
  /** `again`: it can be submitted once more. */
  'deposit.rejected': z.strictObject({ ...depositFields, reason: z.enum(depositReasons), again: yesNo }),
  'deposit.on_hold': deposit,
  'deposit.returned': deposit,
  /** `debt` where it left one. */
  'deposit.reversed': z.strictObject({ ...depositFields, debt: z.optional(decimal) }),
  'conversion.done': z.strictObject({ conversionId: id, coin, amount: decimal, received: text }),
  /** `earned`: yields paid in all. */
  'plan.subscribed': z.strictObject({ planId: id, amount: decimal }),
  'plan.completed': z.strictObject({ planId: id, amount: decimal, earned: decimal }),
  'plan.exited': z.strictObject({ planId: id, amount: decimal, earned: decimal, penalty: decimal }),
  /** `name` is masked; `line` is what a person wrote. */
  'invite.joined': z.strictObject({ name: text }),
  'invite.paid': z.strictObject({ amount: decimal, at: epochMs }),
  'invite.held': z.strictObject({ name: text }),
  'invite.decided': z.strictObject({ change: z.enum(['released', 'refused']), name: text, line: text }),
  /** `amount` leads now, and `next` is the smallest bid. */
  'nft.outbid': z.strictObject({ nftId: id, title: text, amount: decimal, next: decimal }),
  'nft.won': collectibleEnd,
  'nft.delivered': tokenDelivery,
  'nft.refused': tokenDelivery,
  /** Another bought it at its price while this customer led. */
  'nft.void': collectibleEnd,
  /** `amount`: what the buyer paid; `royalty` of it to the charity, `proceeds` to the customer. */
  'nft.sold': z.strictObject({
    nftId: id,
    title: text,
    amount: decimal,
    royalty: decimal,
    proceeds: decimal,
    charity: text,
  }),
  /** A work of an owner before was bought. */
  'nft.bought': z.strictObject({ nftId: id, title: text, amount: decimal, royalty: decimal, charity: text }),
  'charity.paid': z.strictObject({ nftId: id, charity: text, amount: decimal, reference: text }),
  'loan.submitted': z.strictObject(loanFields),
  'loan.disbursed': z.strictObject({ ...loanFields, dueAt: epochMs }),
  'loan.rejected': z.strictObject({ ...loanFields, reason: z.enum(loanReasons) }),
  'loan.repayment': loanPayment,
  'loan.repaid': loanPayment,
  'loan.standing_order': loanPayment,
  'loan.set_off': loanPayment,
  'loan.cancelled': loanPayment,
  'loan.collateral': z.strictObject({ ...loanFields, ltv: decimal, price: text }),
  'loan.collateral_sold': z.strictObject({ ...loanFields, paid: decimal, sold: text, price: text, ltv: decimal }),
  'loan.due': loanDue,
  'loan.overdue': loanDue,
  'loan.arrears': loanDue,
  'loan.written_off': loanDue,
  'loan.plan_offered': loanPlan,
  'loan.plan_accepted': loanPlan,
  'loan.plan_due': z.strictObject({ ...loanFields, owed: decimal, n: text, count: text, dueAt: epochMs }),
  /** `owed`: all of the plan that is due and not paid; `until`: when the plan ends unless it is. */
  'loan.plan_missed': z.strictObject({
    ...loanFields,
    owed: decimal,
    n: text,
    count: text,
    dueAt: epochMs,
    until: epochMs,
  }),
  'loan.plan_broken': z.strictObject({ ...loanFields, owed: decimal }),
  'loan.plan_lapsed': z.strictObject({ ...loanFields, owed: decimal }),
  'withdrawal.requested': withdrawal,
  'withdrawal.approved': withdrawal,
  'withdrawal.broadcast': sent,
  'withdrawal.completed': sent,
  'withdrawal.rejected': z.strictObject({ ...withdrawalFields, reason: z.enum(withdrawalReasons) }),
  'withdrawal.failed': withdrawal,
  'withdrawal.cancelled': withdrawal,
  'withdrawal.overdue': withdrawal,
  'kyc.submitted': none,
  'kyc.verified': none,
  'kyc.resubmit': none,
  'kyc.rejected': none,
  /** `day` is YYYY-MM-DD; `ended` states whether the document has ended already. */
  'kyc.expiring': z.strictObject({ day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)), ended: yesNo }),
  'address.added': z.strictObject({ ...address, activeAt: epochMs }),
  'address.active': z.strictObject(address),
  /** Locked until then, or requested and reviewed by a person until then. */
  'fundpwd.changed': z.strictObject({
    change: z.enum(['set', 'changed', 'reset', 'locked', 'asked']),
    until: z.optional(epochMs),
  }),
  'fundpwd.answered': z.strictObject({ change: z.enum(['reset', 'refused', 'ended']) }),
  /** Whole USDT in 24 hours. */
  'withdrawal.limit': z.strictObject({ most: decimal }),
  'complaint.received': z.strictObject({ no: text, dueAt: epochMs }),
  'complaint.answered': complaint,
  'complaint.escalated': complaint,
  'chat.reply': none,
  'account.restricted': z.strictObject({ reason: z.enum(restrictionReasons), until: epochMs }),
  'account.allowed': none,
  'account.held': legalHold,
  'account.released': legalHold,
  'adjustment.announced': adjustment,
  'adjustment.applied': adjustment,
  'adjustment.withdrawn': adjustment,
  'adjustment.lapsed': adjustment,
  /** `open` states whether an order of the customer was running. */
  'params.changed': z.strictObject({ version: z.int(), at: epochMs, changes: text, open: yesNo }),
  /** The present version of the terms of use. */
  'terms.updated': z.strictObject({ version: text }),
} as const satisfies NoticeSchemas

/** Schemas of params by template. */
export type NoticeSchemas = Readonly<Record<string, z.ZodMiniType>>
export type NoticeTemplate = keyof typeof noticeParams
export type NoticeParams<K extends NoticeTemplate = NoticeTemplate> = z.output<(typeof noticeParams)[K]>
