import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Assertion, OperatorRole, OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import type { QueryExecutorProvider } from 'kysely'
import type * as z from 'zod/mini'
import type { CaseFilter, CaseFilterRequest } from '../module/case-filter.ts'
import type { Raw } from './response.ts'

/** A handle or a transaction of any domain. */
export type AnyDb = QueryExecutorProvider
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** What a use case may know of an operator's call. */
export type OperatorCall = {
  readonly ip: string
  readonly traceId: string
  readonly lang: Lang
  /** Scheme and host of the console's page, which passkeys are bound to. */
  readonly origin: string
  readonly operator: { readonly id: string; readonly name: string; readonly roles: readonly OperatorRole[] }
}

/** A route of the console with the use case that serves it. */
export type MountedOperator = {
  readonly route: OperatorRoute
  readonly run: (request: never, call: OperatorCall) => Promise<unknown>
  /** Bytes a body may have where it carries a file; others are small. */
  readonly bodyLimit?: number
}

/** Binds a route of the console to its use case. The use case returns in wire form, or with bytes encoded before. */
export const handleOperator = <A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: OperatorRoute<A, R>,
  run: (request: z.output<A>, call: OperatorCall) => Promise<z.input<R> | Raw>,
): MountedOperator => ({ route: route as never, run: run as never })

/** As above for a route whose request carries a file of at most so many bytes, as base64 in its JSON. */
export const handleOperatorUpload = <A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: OperatorRoute<A, R>,
  maxBytes: number,
  run: (request: z.output<A>, call: OperatorCall) => Promise<z.input<R>>,
): MountedOperator => ({ route: route as never, run: run as never, bodyLimit: Math.ceil(maxBytes / 3) * 4 + 1024 })

/** One audit entry of an operator. */
export type OperatorAuditEntry = {
  /** What was done: `withdrawal.approve`. */
  readonly act: string
  /** What it was done to: `withdrawal:<id>`. */
  readonly subject: string
  /** The customer whose account was viewed or changed; he sees role, time and reason. */
  readonly customerId?: string
  readonly reason: string
  readonly before?: Json
  readonly after?: Json
}

/** An assertion that held when the approval was given; kept beside it, and checked again by the function that carries it out. */
export type StoredAssertion = Assertion & {
  readonly operatorId: string
  /** SHA-256 of the approved payload, which the assertion's challenge is. */
  readonly payloadHash: string
  /** The console's page that the passkey signed for. */
  readonly origin: string
}

/** What every part of a domain that serves the console is given. */
export type OperatorDeps = {
  /**
   * Appends an audit entry in the caller's transaction (role `console`): no operation without its entry.
   * Refuses 40034 where the reason is empty.
   */
  recordAuditEntry(tx: AnyDb, call: OperatorCall, entry: OperatorAuditEntry): Promise<void>
  /** Logs that an operator views what is one customer's, before it is shown; the polls of an open page are one access. */
  recordAccess(call: OperatorCall, entry: OperatorAuditEntry & { readonly customerId: string }): Promise<void>
  /**
   * Checks the passkey assertion of the calling operator whose challenge is `approvalHash(payload)`; refuses 40036 with
   * `{ accepts: ['passkey'], challenge }` (base64url) where it is not one.
   */
  verifyOperatorAssertion(call: OperatorCall, payload: ApprovalPayload, given: Assertion): Promise<StoredAssertion>
  /**
   * Looks up what a queue's filter by assignee and legal hold means for cases of this noun (`deposit`); refuses 40020 a
   * range that ends before it begins.
   */
  filterCases(call: OperatorCall, noun: string, request: CaseFilterRequest): Promise<CaseFilter>
}
