import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { get, post } from './route.ts'
import { epochMs, nothing, pageOf, paging } from './shapes.ts'
import { inviteRewardStatuses, inviteSignals } from './states.ts'

/** What the programme is, stated once: SQL is given these. Amounts in smallest units of USDT. */
export const inviteRules = {
  /** One fee in ten: the reward of a fee is a tenth of it, rounded down to the smallest unit. */
  rewardPercent: 10,
  rewardDays: 180,
  discountPercent: 10,
  discountDays: 90,
  /** How long after the registration a code may still be entered. */
  bindDays: 10,
  minPayment: 5_000_000n,
  maxMonth: 1_000_000_000n,
  /** What a review promises, hours. */
  reviewHours: 72,
} as const

/** Why a code was not taken, as the parameter `reason` of 40020. */
export const bindRefusals = ['unknown', 'own', 'bound', 'late', 'traded', 'loop'] as const
export type BindRefusal = (typeof bindRefusals)[number]

/** How an invited customer stands with his inviter. CLOSED: a country closes the programme to one of the two. */
export const inviteeStatuses = ['EARNING', 'WAITING', 'HELD', 'REFUSED', 'CLOSED', 'ENDED'] as const
export type InviteeStatus = (typeof inviteeStatuses)[number]

const sums = {
  /** Accrued and not paid, held for review, paid, and void. */
  accrued: decimalText,
  held: decimalText,
  paid: decimalText,
  voided: decimalText,
}

export const inviteInfo = get('/swx/customer/invite/info', {
  summary: "The caller's invite code, what it earned, when it is paid next, and who invited the caller.",
  signedIn: true,
  realOnly: true,
  request: nothing,
  result: z.object({
    code: z.string(),
    /** Whether rewards may be offered in the caller's country; the link works without them. */
    offered: z.boolean(),
    country: z.string(),
    /** The caller's identity is verified, without which nothing is paid. */
    verified: z.boolean(),
    counts: z.object({ invited: z.int(), verified: z.int(), earning: z.int() }),
    sums: z.object({ ...sums, fees30d: decimalText, paidThisMonth: decimalText }),
    nextPayAt: epochMs,
    /** Until when a code may be entered; null where that is over, or an inviter is bound. */
    bindUntil: z.nullable(epochMs),
    /** Who invited the caller, what the caller saves by it, and what the inviter earns by the caller. */
    inviter: z.nullable(
      z.object({
        name: z.string(),
        boundAt: epochMs,
        /** Null where the country closes it. */
        discountUntil: z.nullable(epochMs),
        rewardUntil: epochMs,
        fees: decimalText,
        earned: decimalText,
        /** What became of what was earned. */
        ...sums,
      }),
    ),
    rules: z.object({
      rewardPercent: z.int(),
      rewardDays: z.int(),
      discountPercent: z.int(),
      discountDays: z.int(),
      bindDays: z.int(),
      minPayment: decimalText,
      maxMonth: decimalText,
    }),
  }),
  refusals: [],
})

const invitee = z.object({
  /** First and last sign of the user name. */
  name: z.string(),
  joinedAt: epochMs,
  verified: z.boolean(),
  fees30d: decimalText,
  share: decimalText,
  status: z.enum(inviteeStatuses),
  rewardUntil: epochMs,
  /** What a review found, and what was decided to the inviter; null without one. */
  review: z.nullable(
    z.object({ signals: z.array(z.enum(inviteSignals)), dueAt: epochMs, reason: z.nullable(z.string()) }),
  ),
})
export type Invitee = z.output<typeof invitee>

export const inviteList = get('/swx/customer/invite/list', {
  summary: 'Whom the caller invited, newest first, by masked names.',
  signedIn: true,
  realOnly: true,
  request: z.object({ ...paging }),
  result: pageOf(invitee),
  refusals: [],
})

const rewardLine = z.object({
  /** The contract, to the one whose it is; null to the inviter. */
  orderNo: z.nullable(z.string()),
  /** The invited customer's masked name, to the inviter; null to the invited customer. */
  name: z.nullable(z.string()),
  at: epochMs,
  /** The fee of an opening or of a closing, as the ledger has it. */
  kind: z.enum(['OPEN', 'CLOSE']),
  fee: decimalText,
  /** A tenth of the fee, rounded down. */
  reward: decimalText,
  /** Why a fee earns nothing; null where it does. */
  off: z.nullable(z.enum(['COUNTRY', 'REFUSED'])),
  /** The Monday on which it was paid, or can be paid first. */
  payAt: epochMs,
  /** Of the reward of its week; null where it earns nothing. */
  status: z.nullable(z.enum(inviteRewardStatuses)),
})
export type RewardLine = z.output<typeof rewardLine>

export const inviteRewards = get('/swx/customer/invite/rewards', {
  summary: 'Each fee and its reward, newest first: what the caller earned, or what the caller’s inviter earned by him.',
  signedIn: true,
  realOnly: true,
  request: z.object({ side: z.optional(z.enum(['earned', 'given'])), ...paging }),
  result: z.extend(pageOf(rewardLine), {
    /** The latest payments to the caller, newest first; none on the side of what was given. */
    payments: z.array(z.object({ dueAt: epochMs, paidAt: epochMs, amount: decimalText })),
  }),
  refusals: [],
})

export const inviteBind = post('/swx/customer/invite/bind', {
  summary:
    'Enters the code of whoever invited the caller: within ten days of the registration, before anything was traded, once.',
  signedIn: true,
  realOnly: true,
  notice: 'modified',
  request: z.strictObject({ code: z.string().check(z.maxLength(32)) }),
  result: z.object({ inviter: z.string() }),
  refusals: ['dataIncomplete', 'notInYourCountry'],
})

export const inviteStatistics = get('/swx/customer/invite/statistics', {
  summary: 'The invite programme to the public: fees of invited customers, and what was paid of them as rewards.',
  request: nothing,
  result: z.object({
    invited: z.int(),
    fees: decimalText,
    ...sums,
    /** Paid ÷ fees, per cent; null without fees. */
    share: z.nullable(decimalText),
    at: epochMs,
  }),
  refusals: [],
})
