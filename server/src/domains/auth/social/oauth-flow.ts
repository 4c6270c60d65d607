import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { Call } from '../../../kernel/http/http.ts'
import { ipBucketOf, type Rule } from '../../../kernel/http/rate-limits.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { badField } from '../auth.rules.ts'
import type { SocialDeps } from './index.ts'
import type { SealedOAuthFlow } from './oauth-flow-seal.ts'
import type { RelyingParty, Vouched } from './relying-party.ts'
import { takeState } from './tickets.store.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

const starts: Rule = { name: 'socialStart', max: 60, perMs: 600_000 }
const returns: Rule = { name: 'socialReturn', max: 60, perMs: 600_000 }
const lifeMs = 10 * minuteMs

/** One cookie for each provider: beginning with Apple in another tab does not end what was begun with Google. */
const cookieName = (provider: SocialProvider): string => `evenhand-${provider}`

/** Our side towards a provider; refuses 40020 one that this installation does not use. */
export function partyOf({ parties }: SocialDeps, provider: SocialProvider): RelyingParty {
  const party = parties.get(provider)
  if (party === undefined) throw badField('provider', 'unavailable')
  return party
}

type StartRequest = { provider: SocialProvider; purpose: 'signIn' | 'link' }

/**
 * Begins a sign-in at a provider: state, nonce and PKCE verifier go into a cookie of this browser, the address at the
 * provider into the response. Linking needs a session, which must still be the customer's when the browser comes back.
 */
export async function startOAuthFlow(deps: SocialDeps, request: StartRequest, call: Call): Promise<{ url: string }> {
  const party = partyOf(deps, request.provider)
  const { customerId } = call.session
  if (request.purpose === 'link' && customerId === '') throw refuse('sessionEnded')
  deps.limits.take(starts, ipBucketOf(call.ip))
  const oauthFlow: SealedOAuthFlow = {
    provider: request.provider,
    purpose: request.purpose,
    customerId: request.purpose === 'link' ? customerId : '',
    origin: originOf(deps, { party, call }),
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    until: deps.clock.now() + lifeMs,
  }
  const url = await party.address(oauthFlow)
  call.setCookie({ name: cookieName(request.provider), value: deps.seal.seal(oauthFlow), maxAgeS: lifeMs / 1000 })
  return { url }
}

/**
 * Where the browser comes back to: the address customers know, which a real provider knows too. In a sandbox, that by
 * which this browser reached us, where its cookie is.
 */
function originOf({ publicUrl }: SocialDeps, { party, call }: { party: RelyingParty; call: Call }): string {
  const reached = URL.canParse(call.requester.origin) ? new URL(call.requester.origin) : undefined
  // A proxy may have taken the TLS away: by the same host it is the same origin.
  if (publicUrl !== undefined && (!party.simulated || reached?.host === new URL(publicUrl).host)) return publicUrl
  if (reached === undefined) throw badField('Host', 'malformed')
  return reached.origin
}

export type ReturnRequest = { code: string; state: string; iss?: string | undefined }
export type Returning = { provider: SocialProvider; purpose: 'signIn' | 'link'; request: ReturnRequest }

/**
 * Ends a flow: whom the provider vouches for. The state must be that of this browser's cookie, for this provider and
 * purpose, at most ten minutes old, and is good once: of twenty calls at once one reaches the provider. Refuses 40020
 * naming `state` (begin again), `code` (the provider refused, or its token is invalid), `email` (unverified) or
 * `provider` (not to be reached).
 */
export async function endOAuthFlow(deps: SocialDeps, params: Returning, call: Call): Promise<Vouched> {
  const { provider, request } = params
  const party = partyOf(deps, provider)
  deps.limits.take(returns, ipBucketOf(call.ip))
  const oauthFlow = deps.seal.open(call.cookie(cookieName(provider)))
  if (oauthFlow === undefined || !isSame(oauthFlow, params, call)) throw badField('state', 'unknown')
  if (deps.clock.now() >= oauthFlow.until) throw badField('state', 'expired')
  if (!(await takeState(deps.db, { state: oauthFlow.state, until: oauthFlow.until }))) throw badField('state', 'used')
  call.setCookie({ name: cookieName(provider), value: '', maxAgeS: 0 })
  return party.redeem({ code: request.code, iss: request.iss, oauthFlow })
}

// The state is 256 bits and its cookie is sealed: there is nothing to learn from the time a comparison takes.
const isSame = (oauthFlow: SealedOAuthFlow, { provider, purpose, request }: Returning, call: Call): boolean =>
  oauthFlow.state === request.state &&
  oauthFlow.provider === provider &&
  oauthFlow.purpose === purpose &&
  (purpose === 'signIn' || oauthFlow.customerId === call.session.customerId)
