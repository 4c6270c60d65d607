import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type Configuration,
} from 'openid-client'
import { systemClock } from '../../../kernel/time/clock.ts'
import { badField } from '../auth.rules.ts'
import type { Log } from '../../../kernel/log.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { Unreachable } from './outbound.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

/** What a provider has vouched for. `email` only where it states that the address was proved. */
export type Vouched = { readonly issuer: string; readonly subject: string; readonly email: string | undefined }

export type OAuthFlow = {
  /** Scheme and host of ours to which the browser comes back. */
  origin: string
  state: string
  nonce: string
  verifier: string
}
export type ComingBack = { code: string; iss: string | undefined; oauthFlow: OAuthFlow }

const freshMs = hourMs
const maxKept = 16

/** The path of ours that a provider returns the browser to. */
export const returnPath = (provider: string): string => `/api/loginCallback/${provider}`

/**
 * Our side of OpenID Connect with one provider: code flow, PKCE S256, nonce. Of the ID token are checked: algorithm (RS256
 * alone), signature with the provider's published keys, exact issuer, audience, expiry, nonce. Tokens are dropped here;
 * nothing is requested from the provider afterwards.
 */
export function createRelyingParty(provider: IdentityProvider, log: Log) {
  const kept = new Map<string, { configuration: Promise<Configuration>; until: number }>()

  const configurationFor = (issuer: string): Promise<Configuration> => {
    const now = systemClock.monotonic()
    const known = kept.get(issuer)
    if (known !== undefined && now < known.until) return known.configuration
    const configuration = discover(provider, issuer)
    if (kept.size >= maxKept) kept.clear()
    kept.set(issuer, { configuration, until: now + freshMs })
    configuration.catch(() => kept.delete(issuer))
    return configuration
  }

  return {
    simulated: provider.simulated,

    /** The address at the provider that begins a sign-in. Refuses 40020 while the provider cannot be reached. */
    async address(oauthFlow: OAuthFlow): Promise<string> {
      const configuration = await configurationFor(provider.issuer(oauthFlow.origin)).catch((cause: unknown) => {
        throw refused(cause, provider, log)
      })
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: oauthFlow.origin + returnPath(provider.provider),
        response_type: 'code',
        scope: 'openid email',
        state: oauthFlow.state,
        nonce: oauthFlow.nonce,
        code_challenge: await calculatePKCECodeChallenge(oauthFlow.verifier),
        code_challenge_method: 'S256',
        ...provider.requests,
      })
      return url.href
    },

    /** Whom the provider vouches for. Refuses 40020: `provider` unreachable, `code` refused, `email` unverified. */
    async redeem({ code, iss, oauthFlow }: ComingBack): Promise<Vouched> {
      const issuer = provider.issuer(oauthFlow.origin)
      const back = new URL(oauthFlow.origin + returnPath(provider.provider))
      // Each provider has a return address and states of its own, so the response cannot be another's; where it names its
      // issuer all the same, the name must be right.
      back.search = new URLSearchParams({ code, state: oauthFlow.state, iss: iss ?? issuer }).toString()
      try {
        const tokens = await authorizationCodeGrant(await configurationFor(issuer), back, {
          pkceCodeVerifier: oauthFlow.verifier,
          expectedState: oauthFlow.state,
          expectedNonce: oauthFlow.nonce,
          idTokenExpected: true,
        })
        return vouchedBy(provider, tokens.claims() ?? {})
      } catch (cause) {
        throw refused(cause, provider, log)
      }
    },
  }
}

async function discover(provider: IdentityProvider, issuer: string): Promise<Configuration> {
  const configuration = await discovery(
    new URL(issuer),
    provider.clientId,
    { id_token_signed_response_alg: 'RS256' },
    provider.authenticate,
    {
      execute: [enableNonRepudiationChecks, ...(provider.plainHttp ? [allowInsecureRequests] : [])],
      timeout: 10,
      [customFetch]: (url, init) => provider.reach(url, init),
    },
  )
  // The library compares addresses; identity needs the very letters.
  if (configuration.serverMetadata().issuer !== issuer) throw new Error('another issuer')
  return configuration
}

function vouchedBy(provider: IdentityProvider, claims: Readonly<Record<string, unknown>>): Vouched {
  const { sub, email, email_verified: verified } = claims
  if (typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub)) throw badField('code', 'refused')
  // Apple writes the flag as text.
  const proved = verified === true || (provider.provider === 'apple' && verified === 'true')
  if (email !== undefined && (typeof email !== 'string' || !proved)) throw badField('email', 'unverified')
  return { issuer: provider.keptAs, subject: sub, email }
}

/** What is returned and logged: our own codes and reasons, never what the provider sent. */
function refused(cause: unknown, { provider }: IdentityProvider, log: Log): Error {
  if (cause instanceof Error && 'key' in cause) return cause
  const away = unreachableIn(cause)
  log.warn({ provider, why: away?.message ?? codeOf(cause) }, 'a sign-in with a provider failed')
  return away === undefined ? badField('code', 'refused') : badField('provider', 'unreachable')
}

function unreachableIn(cause: unknown): Unreachable | undefined {
  for (let at = cause, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof Unreachable) return at
  return undefined
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'refused'

export type RelyingParty = ReturnType<typeof createRelyingParty>
