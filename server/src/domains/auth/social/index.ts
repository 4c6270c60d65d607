import type { SocialProvider } from '@evenhand/protocol/social.ts'
import type { Call } from '../../../kernel/http/http.ts'
import type { AuthDeps } from '../index.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { createOAuthFlowSeal } from './oauth-flow-seal.ts'
import { startOAuthFlow, type ReturnRequest } from './oauth-flow.ts'
import { addLinked, listLinked, removeLinked } from './linked.ts'
import { linkSocial } from './link-social.ts'
import { registerSocial, type RegisterSocialRequest } from './register-social.ts'
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
  seal: ReturnType<typeof createOAuthFlowSeal>
}

type SignInRequest = ReturnRequest & { inviteCode?: string | undefined }

/** Signing in with Google and Apple, and linking them to an account. */
export function createSocial(auth: AuthDeps, providers: readonly IdentityProvider[]) {
  const deps: SocialDeps = {
    ...auth,
    parties: new Map(providers.map((provider) => [provider.provider, createRelyingParty(provider, auth.log)])),
    issuers: providers.map(({ keptAs }) => keptAs),
    seal: createOAuthFlowSeal(auth.factorKey),
  }
  return {
    listProviders: async () => providers.map(({ provider, simulated }) => ({ provider, simulated })),
    start: (request: { provider: SocialProvider; purpose: 'signIn' | 'link' }, call: Call) =>
      startOAuthFlow(deps, request, call),
    loginByGoogle: (request: SignInRequest, call: Call) => signInWith(deps, { provider: 'google', request }, call),
    loginByApple: (request: SignInRequest, call: Call) => signInWith(deps, { provider: 'apple', request }, call),
    continue: (request: Parameters<typeof continueSocial>[1], call: Call) => continueSocial(deps, request, call),
    register: (request: RegisterSocialRequest, call: Call) => registerSocial(deps, request, call),
    link: (request: Parameters<typeof linkSocial>[1], call: Call) => linkSocial(deps, request, call),
    listLinked: (_request: object, call: Call) => listLinked(deps, call),
    addLinked: (request: Parameters<typeof addLinked>[1], call: Call) => addLinked(deps, request, call),
    removeLinked: (request: { provider: SocialProvider }, call: Call) => removeLinked(deps, request, call),
  }
}

export type Social = ReturnType<typeof createSocial>
