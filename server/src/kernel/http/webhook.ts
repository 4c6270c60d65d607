import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'
import { response, respondFailure } from './response.ts'
import type { Log } from '../log.ts'

/** A message of a provider, as it came: only its signature proves its origin. */
export type HookMessage = {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  ip: string
}

/**
 * Serves an address that a provider sends messages to. It is no call of a customer: it has no session and stands in no
 * reference. `onMessage` returns false for what the provider did not sign, which gets 401 and changes nothing.
 */
export function mountHook(
  app: FastifyInstance,
  { path, onMessage, log }: { path: string; onMessage: (message: HookMessage) => Promise<boolean>; log: Log },
): void {
  app.post(path, async (request, reply) => {
    try {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!(await onMessage({ headers: request.headers, body, ip: request.ip }))) throw refuse('sessionEnded')
      return response(reply, { result: {}, notice: undefined, traceId: '' })
    } catch (cause) {
      return respondFailure(reply, { cause, traceId: '', log, path })
    }
  })
}
