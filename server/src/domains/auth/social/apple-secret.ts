import { sign, type KeyObject } from 'node:crypto'
import { systemClock } from '../../../kernel/time/clock.ts'

export type AppleKey = { clientId: string; teamId: string; keyId: string; key: KeyObject }

const lifeS = 300

/**
 * Apple's client secret: a JWT that we sign with ES256 each time anew, good for five minutes. By the machine's clock and
 * not the product's, since Apple's clock does not move with a sandbox.
 */
export function appleSecret({ clientId, teamId, keyId, key }: AppleKey, audience: string): string {
  const now = Math.floor(systemClock.now() / 1000)
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: teamId, iat: now, exp: now + lifeS, aud: audience, sub: clientId }
  const signed = `${part({ alg: 'ES256', kid: keyId })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
