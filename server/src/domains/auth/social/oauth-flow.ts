import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { Call } from '../../../kernel/http/http.ts'
import { placeOf, type Rule } from '../../../kernel/http/rate-limits.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { badField } from '../auth.rules.ts'
import type { SocialDeps } from './index.ts'
import type { SealedJourney } from './oauth-flow-seal.ts'
import type { RelyingParty, Vouched } from './relying-party.ts'
import { takeState } from './tickets.store.ts'

const starts: Rule = { name: 'socialStart', most: 60, perMs: 600_000 }
const returns: Rule = { name: 'socialReturn', most: 60, perMs: 600_000 }
const lifeMs = 10 * 60_000

/** One cookie for each provider: beginning with Apple in another tab does not end what was begun with Google. */
const cookieName = (provider: SocialProvider): string => `evenhand-${provider}`

/** Our side towards a provider; refuses 40020 one that this installation does not use. */
export function partyOf({ parties }: SocialDeps, provider: SocialProvider): RelyingParty {
  const party = parties.get(provider)
  if (party === undefined) throw badField('provider', 'unavailable')
  return party
}

type StartAsk = { provider: SocialProvider; purpose: 'signIn' | 'link' }

/**
 * Begins a journey to a provider: state, nonce and PKCE verifier go into a cookie of this browser, the address at the
 * provider into the answer. Linking needs a session, which must still be the customer's when the browser comes back.
 */
export async function startJourney(deps: SocialDeps, ask: StartAsk, call: Call): Promise<{ url: string }> {
  const party = partyOf(deps, ask.provider)
  const { customerId } = call.session
  if (ask.purpose === 'link' && customerId === '') throw refuse('sessionEnded')
  deps.limits.take(starts, placeOf(call.ip))
  const journey: SealedJourney = {
    provider: ask.provider,
    purpose: ask.purpose,
    customerId: ask.purpose === 'link' ? customerId : '',
    origin: originOf(deps, { party, call }),
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    until: deps.clock.now() + lifeMs,
  }
  const url = await party.address(journey)
  call.setCookie({ name: cookieName(ask.provider), value: deps.seal.seal(journey), maxAgeS: lifeMs / 1000 })
  return { url }
}

/**
 * Where the browser comes back to: the address customers know, which a real provider knows too. In a sandbox, that by
 * which this browser reached us, where its cookie is.
 */
function originOf({ publicUrl }: SocialDeps, { party, call }: { party: RelyingParty; call: Call }): string {
  const reached = URL.canParse(call.asker.origin) ? new URL(call.asker.origin) : undefined
  // A proxy may have taken the TLS away: by the same host it is the same place.
  if (publicUrl !== undefined && (!party.simulated || reached?.host === new URL(publicUrl).host)) return publicUrl
  if (reached === undefined) throw badField('Host', 'malformed')
  return reached.origin
}

export type ReturnAsk = { code: string; state: string; iss?: string | undefined }
export type Returning = { provider: SocialProvider; purpose: 'signIn' | 'link'; ask: ReturnAsk }

/**
 * Ends a journey: whom the provider vouches for. The state must be that of this browser's cookie, for this provider and
 * purpose, at most ten minutes old, and is good once: of twenty calls at once one reaches the provider. Refuses 40020
 * naming `state` (begin again), `code` (the provider refused, or what it said does not hold), `email` (unverified) or
 * `provider` (not to be reached).
 */
export async function endJourney(deps: SocialDeps, params: Returning, call: Call): Promise<Vouched> {
  const { provider, ask } = params
  const party = partyOf(deps, provider)
  deps.limits.take(returns, placeOf(call.ip))
  const journey = deps.seal.open(call.cookie(cookieName(provider)))
  if (journey === undefined || !isSame(journey, params, call)) throw badField('state', 'unknown')
  if (deps.clock.now() >= journey.until) throw badField('state', 'expired')
  if (!(await takeState(deps.db, { state: journey.state, until: journey.until }))) throw badField('state', 'used')
  call.setCookie({ name: cookieName(provider), value: '', maxAgeS: 0 })
  return party.redeem({ code: ask.code, iss: ask.iss, journey })
}

// The state is 256 bits and its cookie is sealed: there is nothing to learn from the time a comparison takes.
const isSame = (journey: SealedJourney, { provider, purpose, ask }: Returning, call: Call): boolean =>
  journey.state === ask.state &&
  journey.provider === provider &&
  journey.purpose === purpose &&
  (purpose === 'signIn' || journey.customerId === call.session.customerId)
