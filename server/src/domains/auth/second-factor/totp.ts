import { createHmac, timingSafeEqual } from 'node:crypto'

// Time-based one-time passwords: RFC 6238 over RFC 4226 with HMAC-SHA-1, six digits and steps of 30 seconds, which is
// what every app assumes. SHA-1 is sound inside an HMAC.

const stepMs = 30_000
const digits = 6
/** A code of the step before or after counts too: clocks differ, and typing takes a while. */
const slack = 1

export const secretBytes = 20

/** The code of a time step, as an app shows it. RFC 4226 section 5.3. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return (number % 10 ** digits).toString().padStart(digits, '0')
}

/** The time step of a moment (epoch ms), as RFC 6238 counts them. */
export const stepAt = (ms: number): number => Math.floor(ms / stepMs)

/** The time step, near `now` (epoch ms), that a code belongs to; undefined for a wrong one. The newest where two match. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | undefined {
  const given = Buffer.from(code.padEnd(digits).slice(0, digits + 1))
  let found: number | undefined
  for (let step = stepAt(now) - slack; step <= stepAt(now) + slack; step += 1) {
    const right = Buffer.from(codeAt(secret, step))
    if (given.length === right.length && timingSafeEqual(given, right)) found = step
  }
  return found
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 of RFC 4648 without padding, as people type a secret into an app. */
export function base32(bytes: Uint8Array): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((value >>> bits) & 31)
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet.charAt((value << (5 - bits)) & 31) : text
}

/** What an app reads from a picture: the key URI that authenticator apps share. */
export function keyUri(params: { secret: string; issuer: string; account: string }): string {
  const label = `${encodeURIComponent(params.issuer)}:${encodeURIComponent(params.account)}`
  const issuer = encodeURIComponent(params.issuer)
  return `otpauth://totp/${label}?secret=${params.secret}&issuer=${issuer}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`
}
