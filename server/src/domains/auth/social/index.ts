import type { SocialProvider } from '@evenhand/protocol/social.ts'
import type { Call } from '../../../kernel/http/http.ts'
import type { AuthDeps } from '../index.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { createJourneySeal } from './oauth-flow-seal.ts'
import { startJourney, type ReturnAsk } from './oauth-flow.ts'
import { addLinked, listLinked, removeLinked } from './linked.ts'
import { linkSocial } from './link-social.ts'
import { registerSocial, type RegisterSocialAsk } from './register-social.ts'
import { createRelyingParty, type RelyingParty } from './relying-party.ts'
import { continueSocial, signInWith } from './sign-in-with.ts'

export { apple, google, type IdentityProvider } from './identity-provider.ts'
export { reachOnly } from './outbound.ts'
export { sweepSocial } from './tickets.store.ts'
export { socialRoutes } from './social.routes.ts'

export type SocialDeps = AuthDeps & {
  parties: ReadonlyMap<SocialProvider, RelyingParty>
  /** Names under which the identities of these providers are kept. */
  issuers: readonly string[]
  seal: ReturnType<typeof createJourneySeal>
}

type SignInAsk = ReturnAsk & { inviteCode?: string | undefined }

/** Signing in with Google and Apple, and linking them to an account. */
export function createSocial(auth: AuthDeps, providers: readonly IdentityProvider[]) {
  const deps: SocialDeps = {
    ...auth,
    parties: new Map(providers.map((provider) => [provider.provider, createRelyingParty(provider, auth.log)])),
    issuers: providers.map(({ keptAs }) => keptAs),
    seal: createJourneySeal(),
  }
  return {
    listProviders: async () => providers.map(({ provider, simulated }) => ({ provider, simulated })),
    start: (ask: { provider: SocialProvider; purpose: 'signIn' | 'link' }, call: Call) => startJourney(deps, ask, call),
    loginByGoogle: (ask: SignInAsk, call: Call) => signInWith(deps, { provider: 'google', ask }, call),
    loginByApple: (ask: SignInAsk, call: Call) => signInWith(deps, { provider: 'apple', ask }, call),
    continue: (ask: Parameters<typeof continueSocial>[1], call: Call) => continueSocial(deps, ask, call),
    register: (ask: RegisterSocialAsk, call: Call) => registerSocial(deps, ask, call),
    link: (ask: Parameters<typeof linkSocial>[1], call: Call) => linkSocial(deps, ask, call),
    listLinked: (_ask: object, call: Call) => listLinked(deps, call),
    addLinked: (ask: Parameters<typeof addLinked>[1], call: Call) => addLinked(deps, ask, call),
    removeLinked: (ask: { provider: SocialProvider }, call: Call) => removeLinked(deps, ask, call),
  }
}

export type Social = ReturnType<typeof createSocial>
