import type { attachChat, chatFile } from '@evenhand/protocol/chat.ts'
import { virtuallyHeader } from '@evenhand/protocol/money.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import { addressed, bodyOf, refusedBy, type Wire } from '@evenhand/protocol/wire.ts'
import * as z from 'zod/mini'
import { call, callForFile } from '../../lib/call.ts'
import { Unreached } from '../../lib/problem.ts'
import { currentSession } from '../../lib/session.ts'
import { currentLang } from '../../lib/settings.ts'
import { sendWith } from '../../lib/upload/send-form.ts'

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
  const response = await sendAsGuest(route, request, token)
  const body = await bodyOf(response)
  if (body.code !== 200) throw refusedBy(body, response)
  return z.decode(route.result, body.result as z.input<R>)
}

/** The bytes of a file of a conversation, for whom it belongs to. Throws as any call. */
export async function chatBlob(
  route: typeof chatFile,
  request: z.output<typeof chatFile.request>,
  token: string | undefined,
): Promise<Blob> {
  if (token === undefined) return callForFile(route, request, ['image/', 'application/pdf'])
  const response = await sendAsGuest(route, request, token)
  if (response.headers.get('Content-Type')?.startsWith('application/json') !== true) return response.blob()
  throw refusedBy(await bodyOf(response), response)
}

type Attaching = { file: File; token: string | undefined; onProgress: (percent: number) => void }

/** Sends a file for a message of a conversation. Throws as any call. */
export async function attachFile<A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: Route<A, R> & Pick<typeof attachChat, 'path'>,
  request: z.output<A>,
  { file, token = currentSession()?.token ?? '', onProgress }: Attaching,
): Promise<z.output<R>> {
  const form = new FormData()
  form.append('file', file)
  const send = sendWith({ onProgress, signal: new AbortController().signal })
  const { address } = addressed(route, (z.encode(route.request, request) ?? {}) as Wire)
  const response = await send(address, headersOf(token), form)
  const body = await bodyOf(response)
  if (body.code !== 200) throw refusedBy(body, response)
  return z.decode(route.result, body.result as z.input<R>)
}

async function sendAsGuest<A extends z.ZodMiniType>(
  route: Route<A>,
  request: z.output<A>,
  token: string,
): Promise<Response> {
  const { address, body } = addressed(route, (z.encode(route.request, request) ?? {}) as Wire)
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(address, {
      method: route.method,
      headers: { ...headersOf(token), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      signal: timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch (cause) {
    throw new Unreached(timeout.aborted ? 'timeout' : 'offline', { cause })
  }
}

const headersOf = (token: string): Record<string, string> => ({
  lang: currentLang(),
  virtually: virtuallyHeader.real,
  Authorization: token,
})
