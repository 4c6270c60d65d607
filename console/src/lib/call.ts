import { refusalCodes } from '@evenhand/protocol/codes.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import {
  addressed,
  bodyOf,
  refusedBy,
  Unreached,
  type ResponseBody,
  type Refused,
  type Wire,
} from '@evenhand/protocol/wire.ts'
import * as z from 'zod/mini'
import { lastInput } from './last-input.ts'
import { currentOperator } from './session.ts'
import { currentLang } from './settings.ts'

const timeoutMs = 60_000

let ended = (): void => {}
/** Called when the server reports that the session is over. */
export const onSessionEnded = (listener: () => void): void => void (ended = listener)

/**
 * Makes one call of the protocol; the session travels in its cookie. `request` and the result are the decoded side of the
 * route's codecs. Throws Refused when the server refuses, and Unreached when its response never came.
 */
export async function call<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: Route<A, R>,
  request: z.output<A>,
  signal?: AbortSignal,
): Promise<z.output<R>> {
  const response = await send(route, (z.encode(route.request, request) ?? {}) as Wire, signal)
  const body = await bodyOf(response)
  if (body.code !== 200) throw refusalIn(body, response)
  return z.decode(route.result, body.result as z.input<R>)
}

/** A call whose response is a file: its bytes and kind. Refusals are thrown as by any call. */
export async function callForFile<A extends z.ZodMiniType>(route: Route<A>, request: z.output<A>): Promise<Blob> {
  const response = await send(route, (z.encode(route.request, request) ?? {}) as Wire)
  if (response.headers.get('Content-Type')?.startsWith('application/json') !== true) return response.blob()
  throw refusalIn(await bodyOf(response), response)
}

async function send(route: Route, wire: Wire, signal?: AbortSignal): Promise<Response> {
  const { address, body } = addressed(route, wire)
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(address, {
      method: route.method,
      headers: {
        lang: currentLang(),
        // The page's own refresh must not keep an unused session alive.
        'x-idle-ms': String(Math.max(0, Date.now() - lastInput())),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'x-csrf': currentOperator()?.csrf ?? '' }),
      },
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      // A case is given back by leaving the page as well.
      ...(body === undefined ? {} : bodyInit(JSON.stringify(body))),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new Unreached(timeout.aborted ? 'timeout' : 'offline', { cause })
  }
}

// A browser lets what outlives its page be small.
const maxKeptBytes = 60_000
const bodyInit = (body: string) => ({ body, keepalive: body.length < maxKeptBytes })

function refusalIn(body: ResponseBody, response: Response): Refused {
  if (response.status === 401 || body.code === refusalCodes.sessionEnded) ended()
  return refusedBy(body, response)
}
