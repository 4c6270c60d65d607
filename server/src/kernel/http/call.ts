import { hash } from 'node:crypto'
import type { RefusalKey } from '@evenhand/protocol/codes.ts'
import { modeOfHeader, type AccountMode } from '@evenhand/protocol/money.ts'
import { langOf, type Lang } from '@evenhand/protocol/languages.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { KeyGrant } from './api-key.ts'
import type { Requester } from './browser-call.ts'
import type { CookieReader, Cookies } from './cookies.ts'
import { readBody } from './body.ts'
import { refuse } from './refusal.ts'

/** Who a token stands for. `accountId` is the customer's account in the ledger. */
export type Session = {
  readonly id: string
  readonly customerId: string
  readonly accountId: bigint
  readonly country: string
  readonly lang: Lang
  /** Set where it is no session of a person but an API key; its id is that of the key then. */
  readonly key?: KeyGrant
}

/** What a use case may know of the call it serves. `session` and `mode` are set where the route's marks promise them. */
export type Call = Cookies & {
  readonly ip: string
  readonly lang: Lang
  /** False where the caller named no language and `lang` is the default. */
  readonly isLangRequested: boolean
  readonly mode: AccountMode
  readonly key: string | undefined
  readonly traceId: string
  readonly token: string
  readonly session: Session
  readonly userAgent: string
  readonly requester: Requester
  /** SHA-256 of the request as it was sent, whatever the order of its fields; a repeat has the same. */
  requestHash(): Buffer
}

/** A session that was bound to a cookie is refused without it. */
export type FindSession = (token: string, cookie?: CookieReader) => Session | undefined | Promise<Session | undefined>

/** The token of a call: the header's value itself, or after `Bearer `. */
export function tokenOf(header: string | undefined): string {
  if (header === undefined) return ''
  return header.startsWith('Bearer ') ? header.slice(7) : header
}

/** The account a call reads or moves; refuses 40030 unless the header is exactly YES or NO, 40012 where only real exists. */
export function modeOf(route: Route, header: unknown): AccountMode {
  const mode = modeOfHeader(header)
  if (route.money !== true && route.realOnly !== true) return mode ?? 'real'
  if (mode === undefined) throw refuse('modeMismatch')
  if (route.realOnly === true && mode === 'virtual') throw refuse('realAccountNeeded')
  return mode
}

/** The raw fields of a request: query and path for GET and DELETE, the body otherwise. */
export function rawRequest(route: Route, request: FastifyRequest): Record<string, unknown> {
  const path = request.params as Record<string, unknown>
  if (route.method === 'GET' || route.method === 'DELETE') return { ...(request.query as object), ...path }
  return { ...(readBody(request.headers['content-type'], request.body as Buffer | undefined) as object), ...path }
}

/** The request as the route's codec reads it. Refuses 40020 naming each field, or the code a lone bad field has of its own. */
export function parseRequest(route: Route, raw: Readonly<Record<string, unknown>>): unknown {
  const parsed = z.safeDecode(route.request, raw as never)
  if (parsed.success) return parsed.data
  const found = parsed.error.issues.flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? 'body')]
    const reason = (name: string): string =>
      issue.code === 'unrecognized_keys'
        ? 'unknown'
        : (Object.hasOwn(raw, name) ? raw[name] : undefined) === undefined
          ? 'missing'
          : 'malformed'
    return names.slice(0, 20).map((field) => ({ field: field.slice(0, 40), reason: reason(field) }))
  })
  // A field is named once, however many rules it breaks.
  const fields = [...new Map(found.map((one) => [one.field, one])).values()]
  // By own properties alone: a field that the caller named `constructor` is not one of ours.
  const codes = new Map(Object.entries(route.fieldRefusals ?? {}))
  const own = fields.map(({ field }) => codes.get(field))
  const first = own[0]
  if (first !== undefined && own.every((key) => key !== undefined)) throw refuse(first, stepIn(route, first))
  throw refuse('dataIncomplete', { fields: fields.filter((_, index) => own[index] === undefined) })
}

const stepIn = ({ amountStep }: Route, key: RefusalKey): Record<string, string> =>
  key === 'amountWrong' && amountStep !== undefined ? { step: amountStep } : {}

/** The Idempotency-Key of a call; refuses 40020 when it is malformed. */
export function keyOf(header: unknown): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(header)) return header
  throw refuse('dataIncomplete', { fields: [{ field: 'Idempotency-Key', reason: 'malformed' }] })
}

/** The language requested: the query wins over the header. */
export const langOfCall = (request: FastifyRequest): Pick<Call, 'lang' | 'isLangRequested'> => {
  const requested = (request.query as Record<string, unknown>)['lang'] ?? request.headers['lang']
  return { lang: langOf(requested), isLangRequested: requested !== undefined }
}

/** SHA-256 over the account requested and the fields in the order of their names. */
export function hashOfRequest(raw: Readonly<Record<string, unknown>>, mode: AccountMode): Buffer {
  const names = Object.keys(raw).toSorted()
  return hash('sha256', JSON.stringify([mode, names.map((name) => [name, raw[name]])]), 'buffer')
}
