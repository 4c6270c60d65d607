import { refusalCodes, refusalOf, type NoticeKey, noticeCodes } from '@evenhand/protocol/codes.ts'
import { virtuallyHeader } from '@evenhand/protocol/money.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import * as z from 'zod/mini'
import { Refused, Unreached } from './problem.ts'
import { currentMode, currentSession, endSession } from './session.ts'
import { currentLang } from './settings.ts'

const timeoutMs = 90_000

export type CallOptions = {
  /** Idempotency-Key; a call that moves money always sends one, and asks by it after a time-out. */
  key?: string
  signal?: AbortSignal
}
type Wire = Record<string, unknown>

/** A fresh Idempotency-Key: 32 characters of [0-9a-f]. */
export const newKey = (): string => crypto.randomUUID().replaceAll('-', '')

/**
 * Makes one call of the protocol. `ask` and the result are the decoded side of the route's codecs.
 * Throws Refused when the server says no, and Unreached when its answer never came; a 401 also ends the session.
 */
export async function call<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: Route<A, R>,
  ask: z.output<A>,
  options: CallOptions = {},
): Promise<z.output<R>> {
  const { result } = await callWithNotice(route, ask, options)
  return result
}

/** The same, with the success code's key where the answer carries one. */
export async function callWithNotice<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: Route<A, R>,
  ask: z.output<A>,
  options: CallOptions = {},
): Promise<{ result: z.output<R>; notice: NoticeKey | undefined }> {
  const wire = (z.encode(route.ask, ask) ?? {}) as Wire
  const token = currentSession()?.token
  const response = await send(route, wire, options)
  const body = await read(response)
  if (body.code !== 200) throw refusalIn(body, response, token)
  const notice = (Object.keys(noticeCodes) as NoticeKey[]).find((name) => noticeCodes[name] === body.notice)
  return { result: z.decode(route.result, body.result as z.input<R>), notice }
}

/** A call whose answer is a file: its text. Refusals are thrown as by any call. */
export async function callForText<A extends z.ZodMiniType>(route: Route<A>, ask: z.output<A>): Promise<string> {
  const token = currentSession()?.token
  const response = await send(route, (z.encode(route.ask, ask) ?? {}) as Wire, {})
  if (response.headers.get('Content-Type')?.startsWith('text/csv') === true) return response.text()
  throw refusalIn(await read(response), response, token)
}

function refusalIn(body: Body, response: Response, token: string | undefined): Refused {
  if (response.status !== 401 && body.code !== refusalCodes.sessionEnded) return refusedBy(body, response)
  // A change of credentials gave this browser a new session meanwhile: only the one before it has ended.
  if (currentSession()?.token === token) endSession()
  return new Refused('sessionEnded', { code: 401, params: {}, traceId: body.traceId })
}

type Body = { code: number; result?: unknown; params: Wire; notice?: number; traceId: string }

async function send(route: Route, wire: Wire, options: CallOptions): Promise<Response> {
  const { path, rest } = placed(route.path, wire)
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  const inQuery = route.method === 'GET' || route.method === 'DELETE'
  try {
    return await fetch(inQuery ? path + queryText(rest) : path, {
      method: route.method,
      headers: headersFor(route, options, inQuery),
      signal,
      ...(inQuery ? {} : { body: JSON.stringify(rest) }),
    })
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new Unreached(timeout.aborted ? 'timeout' : 'offline', { cause })
  }
}

function headersFor(route: Route, options: CallOptions, inQuery: boolean): Record<string, string> {
  const token = currentSession()?.token
  return {
    lang: currentLang(),
    virtually: virtuallyHeader[currentMode()],
    ...(token ? { Authorization: token } : {}),
    ...(options.key ? { 'Idempotency-Key': options.key } : {}),
    ...(inQuery ? {} : { 'Content-Type': 'application/json' }),
  }
}

/** Puts values into the `:name` parts of a path; the rest goes to the query or the body. */
function placed(pattern: string, wire: Wire): { path: string; rest: Wire } {
  const rest = { ...wire }
  const path = pattern.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path, rest }
}

/** Arrays become repeated keys; absent values are left out. */
function queryText(wire: Wire): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wire))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) query.append(name, String(one))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

async function read(response: Response): Promise<Body> {
  try {
    const body = (await response.json()) as Partial<Body>
    if (typeof body.code !== 'number') throw new Error('no code in the answer')
    return { params: {}, traceId: '', ...body, code: body.code }
  } catch (cause) {
    if (response.status === 401) return { code: 401, params: {}, traceId: '' }
    throw new Unreached(cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timeout' : 'broken', {
      cause,
      status: response.status,
    })
  }
}

function refusedBy(body: Body, response: Response): Refused {
  const retryAfter = response.headers.get('Retry-After')
  const params =
    retryAfter !== null && body.params['retryAfterS'] === undefined
      ? { ...body.params, retryAfterS: Number.parseInt(retryAfter, 10) }
      : body.params
  return new Refused(refusalOf(body.code) ?? 'fault', { code: body.code, params, traceId: body.traceId })
}
