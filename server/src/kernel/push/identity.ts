import { createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto'

/** Who we are to push services (VAPID, RFC 8292): a key pair that outlives us, since browsers subscribe to its public key. */
export type PushIdentity = {
  /** 65 bytes, uncompressed. */
  readonly publicKey: Buffer
  /** The `authorization` of a message to one service: good for twelve hours from `now` (epoch ms of the real world). */
  authorize(params: { origin: string; subject: string; now: number }): string
}

const lifeS = 12 * 3600
/** The order of P-256, less one. */
const max = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550n

/** The identity that 32 secret bytes stand for: the same ones, the same keys. */
export function pushIdentity(secret: Uint8Array): PushIdentity {
  // Sixteen bytes more than the number needs, so that no key is likelier than another.
  const wide = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'evenhand push identity', 48))
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % max) + 1n
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'))
  const publicKey = pair.getPublicKey()
  const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: base64url(pair.getPrivateKey()),
      x: base64url(publicKey.subarray(1, 33)),
      y: base64url(publicKey.subarray(33)),
    },
  })
  const part = (value: object): string => base64url(Buffer.from(JSON.stringify(value)))
  return {
    publicKey,
    authorize({ origin, subject, now }) {
      const claims = { aud: origin, exp: Math.floor(now / 1000) + lifeS, sub: subject }
      const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
      const signed = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${unsigned}.${base64url(signed)}, k=${base64url(publicKey)}`
    },
  }
}
