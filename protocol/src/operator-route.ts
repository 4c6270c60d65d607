import * as z from 'zod/mini'
import { get, post, type Route, type RouteOf } from './route.ts'
import { plain } from './written-text.ts'

/** The roles of operators, least privilege. No operator holds `finance1` and `finance2`, nor `superadmin` and a finance role. */
export const operatorRoles = [
  'superadmin',
  'kyc',
  'finance1',
  'finance2',
  'risk',
  'support',
  'content',
  'charity',
  'auditor',
] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** What a call does: it reads, it acts at once, it proposes to a second person, or it is that second person's decision. */
export const operatorDeeds = ['read', 'act', 'propose', 'approve'] as const
export type OperatorDeed = (typeof operatorDeeds)[number]

type Operating = {
  /** Who may call it. The marks of customers (session, account, proof) are not used on these routes. */
  readonly roles: readonly OperatorRole[]
  readonly does: OperatorDeed
}
/** A call of the console, served on its own port alone. Its `summary` is the sentence /transparency shows the public. */
export type OperatorRoute<A extends z.ZodMiniType = z.ZodMiniType, R extends z.ZodMiniType = z.ZodMiniType> = Route<
  A,
  R
> &
  Operating

type Definition<A extends z.ZodMiniType, R extends z.ZodMiniType> = Pick<
  RouteOf<A, R>,
  'request' | 'result' | 'refusals' | 'summary' | 'fieldRefusals'
> &
  Operating

/* @__NO_SIDE_EFFECTS__ */
export function operatorGet<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  path: `/swx/admin/${string}`,
  params: Definition<A, R>,
): OperatorRoute<A, R> {
  return { ...get<A, R>(path, params), roles: params.roles, does: params.does }
}

/* @__NO_SIDE_EFFECTS__ */
export function operatorPost<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  path: `/swx/admin/${string}`,
  params: Definition<A, R>,
): OperatorRoute<A, R> {
  return { ...post<A, R>(path, params), roles: params.roles, does: params.does }
}

const bytes = (max: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]*$/), z.minLength(1), z.maxLength(max))

/**
 * A passkey's assertion for an approval, in base64url. Its challenge is the SHA-256 of the approved payload's written form
 * (proofs/approval.ts), so a changed payload has no approval.
 */
export const assertion = z.strictObject({
  credentialId: bytes(1400),
  authenticatorData: bytes(4096),
  clientDataJSON: bytes(4096),
  signature: bytes(8192),
})
export type Assertion = z.output<typeof assertion>

/** A search text: anything but the one character that no stored text can hold. */
export const searchText = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine<string>((text) => !text.includes('\u0000')),
  )

/** Why an operator does something, in his own words: it stands in the record, and the customer concerned may read it. */
export const operatorReason = z.string().check(z.minLength(3), z.maxLength(500), plain)
