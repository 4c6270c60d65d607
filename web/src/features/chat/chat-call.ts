import { virtuallyHeader } from '@evenhand/protocol/money.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import { addressed, bodyOf, refusedBy, type Wire } from '@evenhand/protocol/wire.ts'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'
import { Unreached } from '../../lib/problem.ts'
import { currentLang } from '../../lib/settings.ts'

const timeoutMs = 90_000

/**
 * A call of the chat: with the session of the page, or as a guest with the token of the conversation, which ends no session
 * when it is refused. Throws Refused and Unreached as any call.
 */
export async function chatCall<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: Route<A, R>,
  request: z.output<A>,
  token: string | undefined,
): Promise<z.output<R>> {
  if (token === undefined) return call(route, request)
  const { address, body } = addressed(route, (z.encode(route.request, request) ?? {}) as Wire)
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    response = await fetch(address, {
      method: route.method,
      headers: {
        lang: currentLang(),
        virtually: virtuallyHeader.real,
        Authorization: token,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      signal: timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch (cause) {
    throw new Unreached(timeout.aborted ? 'timeout' : 'offline', { cause })
  }
  const answer = await bodyOf(response)
  if (answer.code !== 200) throw refusedBy(answer, response)
  return z.decode(route.result, answer.result as z.input<R>)
}
