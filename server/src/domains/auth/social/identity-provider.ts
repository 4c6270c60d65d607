import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { ClientSecretPost, type ClientAuth } from 'openid-client'
import { appleSecret, type AppleKey } from './apple-secret.ts'
import { reachOnly, type Reach } from './outbound.ts'

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
  /** What this provider is asked beside what every one is. */
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
    // Whoever shares a computer chooses whose account it is.
    requests: { prompt: 'select_account' },
    plainHttp: false,
    ...params,
  }
}

/** Apple. Whoever asks it for an e-mail address gets the answer as a form. */
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
