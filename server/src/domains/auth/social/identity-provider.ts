import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { ClientSecretPost, type ClientAuth } from 'openid-client'
import { reachOnly, type Reach } from './outbound.ts'
import { sign, type KeyObject } from 'node:crypto'
import { systemClock } from '../../../kernel/time/clock.ts'

type AppleKey = { clientId: string; teamId: string; keyId: string; key: KeyObject }

const lifeS = 300

/**
 * Apple's client secret: a JWT that we sign with ES256 each time anew, good for five minutes. By the machine's clock and
 * not the product's, since Apple's clock does not move with a sandbox.
 */
function appleSecret({ clientId, teamId, keyId, key }: AppleKey, audience: string): string {
  const now = Math.floor(systemClock.now() / 1000)
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: teamId, iat: now, exp: now + lifeS, aud: audience, sub: clientId }
  const signed = `${part({ alg: 'ES256', kid: keyId })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** An OpenID provider as we are known to it. */
export type IdentityProvider = {
  readonly provider: SocialProvider
  /** True for one that vouches for anybody: a sandbox's own. */
  readonly simulated: boolean
  /** The exact issuer. A simulated one stands at the origin by which the browser reached us. */
  issuer(origin: string): string
  /** Under which name its customers are kept; the issuer itself wherever that is one. */
  readonly keptAs: string
  readonly clientId: string
  readonly authenticate: ClientAuth
  readonly reach: Reach
  /** What a request to this provider carries beside what every one does. */
  readonly requests: Readonly<Record<string, string>>
  /** Tests and the simulated one speak plain http; a real one never does. */
  readonly plainHttp: boolean
}

type Overrides = Partial<Pick<IdentityProvider, 'reach' | 'plainHttp'>> & { issuer?: string }

const at = (issuer: string): Pick<IdentityProvider, 'issuer' | 'keptAs'> => ({ issuer: () => issuer, keptAs: issuer })

/** Google. Its keys and tokens are served from two hosts beside the issuer's. */
export function google(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  { issuer = 'https://accounts.google.com', ...params }: Overrides = {},
): IdentityProvider {
  const origins = [issuer, 'https://oauth2.googleapis.com', 'https://www.googleapis.com']
  return {
    provider: 'google',
    simulated: false,
    ...at(issuer),
    clientId,
    authenticate: ClientSecretPost(clientSecret),
    reach: reachOnly({ origins }),
    // On a shared computer the person chooses whose account it is.
    requests: { prompt: 'select_account' },
    plainHttp: false,
    ...params,
  }
}

/** Apple. It returns an e-mail address only by a form post. */
export function apple(
  key: AppleKey,
  { issuer = 'https://appleid.apple.com', ...params }: Overrides = {},
): IdentityProvider {
  return {
    provider: 'apple',
    simulated: false,
    ...at(issuer),
    clientId: key.clientId,
    authenticate(_server, client, body) {
      body.set('client_id', client.client_id)
      body.set('client_secret', appleSecret(key, issuer))
    },
    reach: reachOnly({ origins: [issuer] }),
    requests: { response_mode: 'form_post' },
    plainHttp: false,
    ...params,
  }
}
