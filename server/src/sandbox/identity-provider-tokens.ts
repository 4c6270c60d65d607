import { generateKeyPair, hash, randomBytes, sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { noOthers, type Bus } from '../kernel/bus/bus.ts'
import { systemClock } from '../kernel/time/clock.ts'

/** Whom a person chose to be, for the client of the request. */
export type Grant = { redirectUri: string; challenge: string; nonce: string; email: string; verified: boolean }
export type Client = { id: string; secret: string }
export type TokenParams = { provider: SocialProvider; client: Client; bus?: Bus | undefined }
type KeptGrant = Grant & { until: number }
type SharedGrant = [code: string, grant: KeptGrant]

const maxGrants = 1000
const grantMs = 60_000
const newToken = (): string => randomBytes(32).toString('base64url')
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Codes, each good once for a minute, and the RS256 tokens they are changed for; keys are made when first needed. */
export function createTokens({ provider, client, bus = noOthers }: TokenParams) {
  const keyId = newToken()
  let pair: Promise<{ publicKey: KeyObject; privateKey: KeyObject }> | undefined
  const keys = () => (pair ??= promisify(generateKeyPair)('rsa', { modulusLength: 2048 }))
  const grants = new Map<string, KeptGrant>()
  const keep = (code: string, grant: KeptGrant): void => {
    const oldest = grants.keys().next()
    if (grants.size >= maxGrants && oldest.done !== true) grants.delete(oldest.value)
    grants.set(code, grant)
  }
  // The browser may come back to another process than the one that gave it the code.
  const topic = `sandbox-grants-${provider}`
  bus.subscribe(topic, (message) => keep(...(JSON.parse(message) as SharedGrant)))

  async function idToken(issuer: string, { email, verified, nonce }: Grant): Promise<string> {
    const now = Math.floor(systemClock.now() / 1000)
    const claims = {
      iss: issuer,
      aud: client.id,
      // The same person is the same subject after a restart, and another one at the other provider.
      sub: hash('sha256', `${provider} ${email.toLowerCase()}`, 'base64url'),
      iat: now,
      exp: now + 300,
      nonce,
      email,
      // Apple writes the flag as text.
      email_verified: provider === 'apple' ? String(verified) : verified,
    }
    const signed = `${encoded({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${encoded(claims)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), (await keys()).privateKey).toString('base64url')}`
  }

  return {
    codeFor(grant: Grant): string {
      const code = newToken()
      const kept = { ...grant, until: systemClock.now() + grantMs }
      keep(code, kept)
      bus.publish(topic, JSON.stringify([code, kept] satisfies SharedGrant))
      return code
    },

    async jwks(): Promise<object> {
      const jwk = (await keys()).publicKey.export({ format: 'jwk' })
      return { keys: [{ ...jwk, kid: keyId, use: 'sig', alg: 'RS256' }] }
    },

    /** The tokens for a code, or the OAuth error that reports why there are none. */
    async redeem(form: URLSearchParams, issuer: string): Promise<{ error: string } | object> {
      const code = form.get('code') ?? ''
      const grant = grants.get(code)
      grants.delete(code)
      if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
        return { error: 'invalid_client' }
      const isHolder =
        grant !== undefined &&
        systemClock.now() < grant.until &&
        form.get('grant_type') === 'authorization_code' &&
        form.get('redirect_uri') === grant.redirectUri &&
        hash('sha256', form.get('code_verifier') ?? '', 'base64url') === grant.challenge
      if (!isHolder) return { error: 'invalid_grant' }
      return {
        access_token: newToken(),
        token_type: 'Bearer',
        expires_in: 60,
        id_token: await idToken(issuer, grant),
      }
    },
  }
}
