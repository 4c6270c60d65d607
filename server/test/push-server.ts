import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '@evenhand/protocol/push.ts'

/** What a push service received for a browser. */
export type Delivered = { path: string; headers: IncomingMessage['headers']; body: Buffer }
type Response = { status: number; headers?: Record<string, string>; hang?: true }

/**
 * A push service on this machine: it checks who we are as RFC 8292 demands, keeps what it receives, and responses as a test
 * sets it, with 201 otherwise.
 */
export async function pushServer() {
  const delivered: Delivered[] = []
  const refused: string[] = []
  const responses = new Map<string, Response[]>()
  const waiters: (() => void)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      delivered.push({ path, headers: request.headers, body: Buffer.concat(parts) })
      const wrong = wrongIn(request.headers, origin())
      if (wrong !== undefined) refused.push(wrong)
      const { status, headers, hang } = responses.get(path)?.shift() ?? { status: 201 }
      if (hang !== true) response.writeHead(wrong === undefined ? status : 403, headers).end()
      for (const wake of waiters.splice(0)) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: origin(),
    delivered,
    /** Why tokens of ours were not taken. */
    refused,
    /** Responds so to the next messages of a browser, one after another. */
    respondWith: (path: string, ...with_: Response[]) => void responses.set(path, with_),
    /** Resolves once so many messages came for a browser. */
    async came(path: string, count: number): Promise<Delivered[]> {
      const own = () => delivered.filter((one) => one.path === path)
      while (own().length < count) await new Promise<void>((resolve) => waiters.push(resolve))
      return own()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What is wrong with the head of a message; undefined where nothing is. */
function wrongIn(headers: IncomingMessage['headers'], origin: string): string | undefined {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const unsigned = Buffer.from(`${head}.${claims}`)
  const signed = Buffer.from(signature, 'base64url')
  const by = { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', unsigned, by, signed)) return 'signature'
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string & number>
  if (aud !== origin) return 'audience'
  const leftS = Number(exp) - Date.now() / 1000
  if (leftS <= 0 || leftS > 24 * 3600) return 'expiry'
  if (!/^(?:mailto:|https:)/.test(String(sub))) return 'subject'
  if (headers['content-encoding'] !== 'aes128gcm' || !/^[0-9]+$/.test(headers.ttl as string)) return 'headers'
  return undefined
}

/** A browser that subscribed, and decrypts what it is pushed by RFC 8291. */
export function pushBrowser(origin: string, name: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const path = `/push/${name}`
  return {
    path,
    /** As PushSubscription.toJSON() states it. */
    subscription: {
      endpoint: `${origin}${path}`,
      expirationTime: null,
      keys: { p256dh: pair.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    },
    read({ body }: Delivered): PushMessage {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + (body[20] ?? 0))
      const sealed = body.subarray(21 + sender.length)
      const hmac = (key: Buffer, ...parts: Buffer[]) => createHmac('sha256', key).update(Buffer.concat(parts)).digest()
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
      const shared = hmac(hmac(auth, pair.computeSecret(sender)), info, Buffer.from([1]))
      const derive = (label: string, length: number) =>
        Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${label}\0`, length))
      const open = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      open.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()])
      if (plain.at(-1) !== 2) throw new Error('a record that does not end')
      return JSON.parse(plain.subarray(0, -1).toString()) as PushMessage
    },
  }
}
