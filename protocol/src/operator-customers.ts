import * as z from 'zod/mini'
import { caseHold } from './case-hold.ts'
import { operatorGet, operatorPost, operatorReason, operatorRoles, searchText } from './operator-route.ts'
import { get } from './route.ts'
import { epochMs, id, nothing, pageOf, queryInt } from './shapes.ts'
import { plain } from './written-text.ts'

const readers = ['kyc', 'finance1', 'finance2', 'risk', 'support', 'auditor'] as const

/** A customer as a list shows him: who he is stays masked (`a•••@e•••.com`) until an operator gives a reason. */
const row = z.object({
  id,
  username: z.string(),
  email: z.string(),
  country: z.string(),
  status: z.string(),
  kycStatus: z.string(),
  tier: z.string(),
  createdAt: epochMs,
})

export const operatorUsers = operatorGet('/swx/admin/users', {
  summary:
    'Finds customers by the beginning of a user name or by a whole id, e-mail address or order number; e-mail addresses masked.',
  roles: [...readers],
  does: 'read',
  request: z.object({
    q: z.optional(searchText(254)),
    status: z.optional(z.enum(['ACTIVE', 'RESTRICTED', 'FROZEN_BY_USER', 'LEGAL_HOLD', 'CLOSED'])),
    page: z.optional(queryInt(1, 10_000)),
    size: z.optional(queryInt(1, 100)),
  }),
  result: pageOf(row),
  refusals: [],
})

/** Why a customer may open no new orders. */
export const restrictionReasons = [
  'AML_REVIEW',
  'MARKET_ABUSE',
  'ACCOUNT_TAKEOVER',
  'DUPLICATE_ACCOUNT',
  'UNDERAGE',
] as const

const accessLine = z.object({
  at: epochMs,
  roles: z.array(z.enum(operatorRoles)),
  act: z.string(),
  reason: z.string(),
})

export const operatorUser = operatorGet('/swx/admin/users/:id', {
  summary: 'Shows one customer in one view: standing, balances and newest ledger entries; masked, and recorded.',
  roles: [...readers],
  does: 'read',
  request: z.object({ id }),
  result: z.extend(row, {
    ...caseHold,
    accountId: z.string(),
    lang: z.string(),
    /** Null until an identity was verified. */
    creditScore: z.nullable(z.int()),
    termsVersion: z.string(),
    inviteCode: z.string(),
    restriction: z.nullable(
      z.object({
        reason: z.enum(restrictionReasons),
        note: z.string(),
        at: epochMs,
        until: epochMs,
        /** Signed by two; one operator alone restricts for 72 hours. */
        byTwo: z.boolean(),
      }),
    ),
    balances: z.array(z.object({ asset: z.string(), free: z.string(), held: z.string() })),
    entries: z.array(
      z.object({
        seq: z.string(),
        at: epochMs,
        kind: z.string(),
        ref: z.string(),
        asset: z.string(),
        amount: z.string(),
      }),
    ),
  }),
  refusals: ['notFound'],
})

export const revealUser = operatorPost('/swx/admin/users/reveal', {
  summary: 'Shows a customer’s e-mail address in full, for a reason that the customer can read.',
  roles: ['kyc', 'finance1', 'finance2', 'risk', 'support'],
  does: 'read',
  request: z.strictObject({ id, reason: operatorReason }),
  result: z.object({ email: z.string(), phone: z.nullable(z.string()) }),
  refusals: ['notFound', 'reasonNeeded'],
})

/** `lift` true takes the restriction away; ACCOUNT_TAKEOVER ends every session as well. Withdrawals stay open either way. */
export const restrictUser = operatorPost('/swx/admin/users/restrict', {
  summary:
    'Stops new orders of a customer for 72 hours, or allows them again, for a reason the customer is shown; where somebody else may be in the account, its sessions end too. Withdrawals stay open. Again within 30 days, or for longer, takes two.',
  roles: ['risk'],
  does: 'act',
  request: z.strictObject({
    id,
    lift: z.boolean(),
    reasonCode: z.optional(z.enum(restrictionReasons)),
    reason: operatorReason,
  }),
  /** Until when it lasts; null where it was lifted. */
  result: z.object({ status: z.string(), until: z.nullable(epochMs) }),
  refusals: ['notFound', 'dataIncomplete', 'reasonNeeded', 'fourEyesNeeded'],
})

export const noteUser = operatorPost('/swx/admin/users/note', {
  summary: 'Adds a note about a customer for other operators.',
  roles: ['kyc', 'finance1', 'finance2', 'risk', 'support'],
  does: 'act',
  request: z.strictObject({ id, text: z.string().check(z.minLength(1), z.maxLength(2000), plain) }),
  result: nothing,
  refusals: ['notFound'],
})

/** The customer's own view of the record. */
export const accessLog = get('/swx/customer/user/accessLog', {
  summary: 'Who (by role), when and why looked at or changed the own account, newest first.',
  signedIn: true,
  request: z.object({ page: z.optional(queryInt(1, 10_000)), size: z.optional(queryInt(1, 100)) }),
  result: pageOf(accessLine),
  refusals: [],
})
