import { refusalCodes, type NoticeKey, noticeCodes } from '@evenhand/protocol/codes.ts'
import { virtuallyHeader, type AccountMode } from '@evenhand/protocol/money.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import { addressed, bodyOf, refusedBy, type ResponseBody, type Wire } from '@evenhand/protocol/wire.ts'
import * as z from 'zod/mini'
import { noteKept } from '../feed/kept-since.ts'
import { Refused, Unreached } from './problem.ts'
import { reportProblem } from './report-problem.ts'
import { currentMode, currentSession, endSession } from './session.ts'
import { currentLang } from './settings.ts'

const timeoutMs = 90_000

export type CallOptions = {
  /** Idempotency-Key; a call that moves money always sends one, and finds its result by it after a time-out. */
  key?: string
  signal?: AbortSignal
  /** The account it is for where that was settled before: what follows an order stays with the order's own account. */
  mode?: AccountMode
}
const needsAnotherPage: ReadonlySet<Refused['key']> = new Set([
  'realAccountNeeded',
  'notVerifiedYet',
  'verificationNotValid',
])

/** A fresh Idempotency-Key: 32 characters of [0-9a-f]. */
export const newKey = (): string => crypto.randomUUID().replaceAll('-', '')

/**
 * Makes one call of the protocol. `request` and the result are the decoded side of the route's codecs.
 * Throws Refused when the server refuses, and Unreached when its response never came; a 401 also ends the session.
 */
export async function call<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: Route<A, R>,
  request: z.output<A>,
  options: CallOptions = {},
): Promise<z.output<R>> {
  const { result } = await callWithNotice(route, request, options)
  return result
}

/** The same, with the success code's key where the response carries one. */
export async function callWithNotice<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: Route<A, R>,
  request: z.output<A>,
  options: CallOptions = {},
): Promise<{ result: z.output<R>; notice: NoticeKey | undefined }> {
  const wire = (z.encode(route.request, request) ?? {}) as Wire
  const token = currentSession()?.token
  const body = await counted(route, async () => {
    const response = await send(route, wire, options)
    return { response, ...(await bodyOf(response)) }
  })
  if (body.code !== 200) {
    const { response } = body
    const refused = refusalIn(body, response, token)
    // Whichever form made the call, the page offers the way to what is needed; what is only read is shown by its screen.
    if (route.method !== 'GET' && needsAnotherPage.has(refused.key)) reportProblem(refused)
    throw refused
  }
  const notice = (Object.keys(noticeCodes) as NoticeKey[]).find((name) => noticeCodes[name] === body.notice)
  return { result: z.decode(route.result, body.result as z.input<R>), notice }
}

let changing = 0
/** The token that a 401 refused last: its session is over, unless a change that is awaited brings another. */
let refusedToken: string | undefined

/** Whether a response is awaited that may end this page's session, or give it another. */
export const isChanging = (): boolean => changing > 0

async function counted<T>({ method }: Route, run: () => Promise<T>): Promise<T> {
  if (method === 'GET') return run()
  changing += 1
  try {
    return await run()
  } finally {
    changing -= 1
    // As a task of its own, since the caller keeps the session that the response brought before it.
    setTimeout(endRefused)
  }
}

function endRefused(): void {
  if (!isChanging() && currentSession()?.token === refusedToken) endSession()
}

/** A call whose response is a file: its text. Refusals are thrown as by any call. */
export async function callForText<A extends z.ZodMiniType>(route: Route<A>, request: z.output<A>): Promise<string> {
  const token = currentSession()?.token
  const response = await send(route, (z.encode(route.request, request) ?? {}) as Wire, {})
  if (response.headers.get('Content-Type')?.startsWith('text/csv') === true) return response.text()
  throw refusalIn(await bodyOf(response), response, token)
}

/** A call whose response is a file of a type that begins so: its bytes. Refusals are thrown as by any call. */
export async function callForFile<A extends z.ZodMiniType>(
  route: Route<A>,
  request: z.output<A>,
  types: string | readonly string[],
): Promise<Blob> {
  const token = currentSession()?.token
  const response = await send(route, (z.encode(route.request, request) ?? {}) as Wire, {})
  const type = response.headers.get('Content-Type') ?? ''
  if ([types].flat().some((one) => type.startsWith(one))) return response.blob()
  throw refusalIn(await bodyOf(response), response, token)
}

/** Sends a form and returns as `fetch` does; what a call with a file is sent by, as only XHR reports its progress. */
export type SendForm = (path: string, headers: Record<string, string>, form: FormData) => Promise<Response>

/** A call that sends one file beside its request, as a form. Refusals are thrown as by any call. */
export async function callWithFile<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: Route<A, R>,
  request: z.output<A>,
  sent: { file: File; send: SendForm },
): Promise<z.output<R>> {
  const token = currentSession()?.token
  const form = new FormData()
  for (const [name, value] of Object.entries((z.encode(route.request, request) ?? {}) as Wire))
    form.append(name, String(value))
  form.append('file', sent.file)
  const response = await sent.send(route.path, headersFor({}, false), form)
  const body = await bodyOf(response)
  if (body.code !== 200) throw refusalIn(body, response, token)
  return z.decode(route.result, body.result as z.input<R>)
}

function refusalIn(body: ResponseBody, response: Response, token: string | undefined): Refused {
  if (response.status !== 401 && body.code !== refusalCodes.sessionEnded) return refusedBy(body, response)
  // A change of credentials gave this browser a new session meanwhile: only the one before it has ended. While such a
  // change is awaited, it is not known yet whether it brings another.
  refusedToken = token
  endRefused()
  return new Refused('sessionEnded', { code: 401, params: {}, traceId: body.traceId })
}

async function send(route: Route, wire: Wire, options: CallOptions): Promise<Response> {
  const { address, body } = addressed(route, wire)
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  try {
    const response = await fetch(address, {
      method: route.method,
      headers: headersFor(options, body !== undefined),
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    noteKept(response)
    return response
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new Unreached(timeout.aborted ? 'timeout' : 'offline', { cause })
  }
}

function headersFor(options: CallOptions, isJson: boolean): Record<string, string> {
  const token = currentSession()?.token
  return {
    lang: currentLang(),
    virtually: virtuallyHeader[options.mode ?? currentMode()],
    ...(token ? { Authorization: token } : {}),
    ...(options.key ? { 'Idempotency-Key': options.key } : {}),
    ...(isJson ? { 'Content-Type': 'application/json' } : {}),
  }
}
