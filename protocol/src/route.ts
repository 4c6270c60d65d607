import type * as z from 'zod/mini'
import type { NoticeKey, RefusalKey } from './codes.ts'

/** Who may call and what the call touches; the marks A, M, R, F, P of the endpoint list. */
export type Marks = {
  /** A: needs a session. */
  readonly signedIn?: boolean
  /** M: reads or moves money of an account; the header `virtually` decides which. */
  readonly money?: boolean
  /** R: exists on the real account alone; `virtually: YES` is refused with 40012. Implies M. */
  readonly realOnly?: boolean
  /**
   * P: needs a proof of who sits at the session that is at most ten minutes old (`user/proof`), else 40036. `factor`: one
   * by the second factor, where the customer has one; a password alone must not take it away.
   */
  readonly proof?: true | 'factor'
  /** What a customer's API key needs to make this call; a call that does not state is closed to every key. */
  readonly keys?: 'read' | 'trade'
  /** Whether a key of the virtual account alone may make it although it names no account: it shows or moves nothing real. */
  readonly virtualKeys?: true
}

export type RouteOf<A extends z.ZodMiniType, R extends z.ZodMiniType> = Marks & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly request: A
  readonly result: R
  /** Every refusal of the call beyond those any call may return (session, mode, rate, shape, fault). */
  readonly refusals: readonly RefusalKey[]
  readonly notice?: NoticeKey
  /** Fields whose malformed value has a code of its own instead of 40020. */
  readonly fieldRefusals?: Readonly<Record<string, RefusalKey>>
  /** Media types of the file that is returned in place of a result; with a result that has fields, beside it. */
  readonly files?: readonly string[]
  /** The step of the amounts of this call, returned with the refusal of a malformed one. */
  readonly amountStep?: string
  /** One sentence for the API reference. */
  readonly summary: string
}

type Definition<A extends z.ZodMiniType, R extends z.ZodMiniType> = Omit<RouteOf<A, R>, 'method' | 'path'>
export type Route<A extends z.ZodMiniType = z.ZodMiniType, R extends z.ZodMiniType = z.ZodMiniType> = RouteOf<A, R>

/* @__NO_SIDE_EFFECTS__ */
export function get<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  path: string,
  params: Definition<A, R>,
): Route<A, R> {
  return { method: 'GET', path, ...params }
}
/* @__NO_SIDE_EFFECTS__ */
export function post<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  path: string,
  params: Definition<A, R>,
): Route<A, R> {
  return { method: 'POST', path, ...params }
}
/* @__NO_SIDE_EFFECTS__ */
export function put<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  path: string,
  params: Definition<A, R>,
): Route<A, R> {
  return { method: 'PUT', path, ...params }
}
/* @__NO_SIDE_EFFECTS__ */
export function remove<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  path: string,
  params: Definition<A, R>,
): Route<A, R> {
  return { method: 'DELETE', path, ...params }
}
