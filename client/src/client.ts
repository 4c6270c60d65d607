import { addressed, bodyOf, refusedBy, Unreached, type Wire } from '@evenhand/protocol/wire.ts'
import { calls, type Calls, type PriceFrameItem, type SocketFrame } from './calls.ts'
import { keepOpen, type Connection, type SocketClass } from './keep-open.ts'

export type * from './calls.ts'
export type { Connection } from './keep-open.ts'
export { isRefused, Refused, Unreached } from '@evenhand/protocol/wire.ts'

export type ClientOptions = {
  /** Where the installation is reached, e.g. `https://trade.example`. */
  url: string
  /** An API key (`evk_…`), or the token of a session; calls that anyone may make need neither. */
  key?: string
  /** Which account calls read and move; the virtual one where left out. */
  account?: 'virtual' | 'real'
  lang?: string
  /** How long one try of a call may take, in milliseconds; 30 000 where left out. */
  timeoutMs?: number
  /** In place of those of the platform. */
  fetch?: typeof fetch
  WebSocket?: SocketClass
}

export type CallOptions = {
  account?: 'virtual' | 'real'
  /** In place of one that is made: the same key with the same request is served once, however often it is sent. */
  idempotencyKey?: string
  signal?: AbortSignal
}

const triesOfRepeatable = 3
const pauseMs = 500
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const virtually = { virtual: 'YES', real: 'NO' } as const

/** A client of one installation. Amounts and prices are decimal texts, times epoch milliseconds, as on the wire. */
export function createClient(options: ClientOptions) {
  const { key, account = 'virtual', timeoutMs = 30_000 } = options
  const url = options.url.replace(/\/$/, '')
  const request = options.fetch ?? fetch

  async function once(path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<unknown> {
    const bounds = [AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]
    let response: Response
    try {
      response = await request(url + path, { ...init, signal: AbortSignal.any(bounds) })
    } catch (cause) {
      if (signal?.aborted === true) throw cause
      const isLate = cause instanceof Error && cause.name === 'TimeoutError'
      throw new Unreached(isLate ? 'timeout' : 'offline', { cause })
    }
    const body = await bodyOf(response)
    // The effect is unknown: what may be repeated is, the rest is the caller's to read by its key.
    if (response.status === 503) throw new Unreached('broken', { cause: body.code, status: 503 })
    if (body.code !== 200) throw refusedBy(body, response)
    return body.result
  }

  /**
   * Makes a call and resolves to its result. Rejects with `Refused` where the server refuses, with `Unreached` where no usable
   * response came. What only reads, and what carries an Idempotency-Key, is tried up to three times.
   */
  async function call<K extends keyof Calls & string>(
    name: K,
    wire: Calls[K]['request'],
    given: CallOptions = {},
  ): Promise<Calls[K]['result']> {
    const spec = calls[name]
    if (spec === undefined) throw new Error(`there is no call ${name}`)
    const [method, path, isKeyed] = spec
    const { address, body } = addressed({ method, path }, wire as Wire)
    const idempotencyKey = given.idempotencyKey ?? (isKeyed ? crypto.randomUUID() : undefined)
    const headers: Record<string, string> = {
      virtually: virtually[given.account ?? account],
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(options.lang === undefined ? {} : { lang: options.lang }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const tries = method === 'GET' || idempotencyKey !== undefined ? triesOfRepeatable : 1
    for (let left = tries - 1; ; left -= 1) {
      try {
        return (await once(address, init, given.signal)) as Calls[K]['result']
      } catch (problem) {
        if (!(problem instanceof Unreached) || left === 0) throw problem
        await pause(pauseMs * 2 ** (tries - 1 - left))
      }
    }
  }

  const socketUrl = url.replace(/^http/, 'ws')
  const socket = options.WebSocket ?? (WebSocket as unknown as SocketClass)
  return {
    call,
    /** Prices as they change, four times a second; everything at once after each connection. */
    prices: (onPrices: (prices: PriceFrameItem[]) => void): Connection =>
      keepOpen({ socket, url: `${socketUrl}/message`, silentMs: 15_000, onFrame: (frame) => onPrices(frame as never) }),
    /**
     * What changes for the customer of the key. Nothing is sent twice: read what is shown anew at every `session` frame. `onEnd`
     * is called when the server will not have this socket again, with its reason.
     */
    changes: (onChange: (frame: SocketFrame) => void, onEnd?: (reason: string) => void): Connection =>
      keepOpen({
        socket,
        url: `${socketUrl}/ws`,
        first: () => JSON.stringify({ token: key ?? '', virtually: virtually[account] }),
        onFrame: (frame) => onChange(frame as SocketFrame),
        ...(onEnd === undefined ? {} : { onEnd }),
      }),
  }
}

export type Client = ReturnType<typeof createClient>
