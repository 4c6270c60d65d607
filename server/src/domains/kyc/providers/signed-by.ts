import { createHmac, timingSafeEqual } from 'node:crypto'

/** The HMAC of a text as lower-case hex. */
export const hmacHex = (algorithm: 'sha256' | 'sha512', secret: string, text: string | Buffer): string =>
  createHmac(algorithm, secret).update(text).digest('hex')

/** Whether a message carries the HMAC of its body; compared in the same time whatever is wrong with it. */
export function isSigned(params: {
  algorithm: 'sha256' | 'sha512'
  secret: string
  body: Buffer
  given: string
}): boolean {
  const right = Buffer.from(hmacHex(params.algorithm, params.secret, params.body))
  const given = Buffer.from(params.given.toLowerCase())
  return given.length === right.length && timingSafeEqual(given, right)
}
