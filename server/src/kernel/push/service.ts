import { Agent as PlainAgent, request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent, request } from 'node:https'
import { systemClock } from '../time/clock.ts'
import { encryptPush, type PushKeys } from './encryption.ts'
import { isPushEndpoint, lookupPublic } from './endpoint.ts'
import { pushIdentity } from './identity.ts'

export type PushTo = PushKeys & { endpoint: string }
export type Pushing = { message: Uint8Array; ttlS: number; urgency: 'normal' | 'high' }
/** The response of a push service; `retryAfterS` where it named a pause. */
export type Pushed = { status: number; retryAfterS: number | undefined }

export type PushService = {
  /** What browsers subscribe with, 65 bytes. */
  readonly publicKey: Buffer
  mayReach(endpoint: string): boolean
  /** Sends one message to the service of a browser, encrypted to the browser. Rejects where there is no response in time. */
  send(to: PushTo, what: Pushing): Promise<Pushed>
  close(): void
}

export type PushServiceParams = {
  /** 32 secret bytes that stand for our identity. */
  secret: Uint8Array
  /** Where a push service finds us when something is wrong: a mailto: or https: address. */
  subject: string
  /** One more host that may be reached, for a sandbox that tries it. */
  testOrigin?: string | undefined
  timeoutMs?: number
}

/** Messages to browsers that are closed (RFC 8030), through the browser vendor's service. */
export function createPushService({ secret, subject, testOrigin, timeoutMs = 10_000 }: PushServiceParams): PushService {
  const identity = pushIdentity(secret)
  const agent = new Agent({ keepAlive: true, maxSockets: 8, lookup: lookupPublic })
  const testAgent = new PlainAgent({ keepAlive: true, maxSockets: 8 })
  const mayReach = (endpoint: string): boolean => isPushEndpoint(endpoint, testOrigin)
  return {
    publicKey: identity.publicKey,
    mayReach,
    async send({ endpoint, ...keys }, { message, ttlS, urgency }) {
      if (!mayReach(endpoint)) throw new Error('an address that is no push service')
      const { origin, protocol } = new URL(endpoint)
      const body = encryptPush(message, keys)
      const headers = {
        // The expiry of a token is checked by real time, whatever the product's clock shows.
        authorization: identity.authorize({ origin, subject, now: systemClock.now() }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: ttlS,
        urgency,
      }
      const isTest = origin === testOrigin
      const options: RequestOptions = { method: 'POST', headers, signal: AbortSignal.timeout(timeoutMs) }
      const response = await (protocol === 'http:'
        ? posted(plainRequest(endpoint, { ...options, agent: testAgent }), body)
        : posted(request(endpoint, isTest ? options : { ...options, agent }), body))
      return { status: response.statusCode ?? 0, retryAfterS: secondsOf(response.headers['retry-after']) }
    },
    close() {
      agent.destroy()
      testAgent.destroy()
    },
  }
}

/** Sends a request and returns the head of what comes; a redirect is a response like any other, and is not followed. */
const posted = (requested: ReturnType<typeof request>, body: Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    requested.on('response', (response) => {
      // The body beside the status is for people, and not read to its end.
      response.on('error', () => {})
      if (Number(response.headers['content-length'] ?? Infinity) > 4096) response.destroy()
      else response.resume()
      resolve(response)
    })
    requested.on('error', reject)
    requested.end(body)
  })

const secondsOf = (header: string | undefined): number | undefined =>
  header !== undefined && /^[0-9]{1,6}$/.test(header) ? Number.parseInt(header, 10) : undefined
