import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { startSocial } from '@evenhand/protocol/social.ts'
import { call } from '../../../lib/call.ts'
import { currentLang } from '../../../lib/settings.ts'

/** What this tab goes on with when the provider sends it back; nothing secret, the rest is in a cookie. */
export type OAuthFlow = {
  readonly purpose: 'signIn' | 'link'
  readonly back?: string | undefined
  readonly inviteCode?: string | undefined
}
const key = 'socialJourney'

/** Leaves for the provider's page. */
export async function leaveFor(provider: SocialProvider, oauthFlow: OAuthFlow): Promise<void> {
  const { url } = await call(startSocial, { provider, purpose: oauthFlow.purpose, lang: currentLang() })
  sessionStorage.setItem(key, JSON.stringify(oauthFlow))
  location.assign(url)
}

/** What was kept before this tab left; a plain sign-in where nothing was. */
export function keptOAuthFlow(): OAuthFlow {
  try {
    const { purpose, back, inviteCode } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<OAuthFlow>
    return { purpose: purpose === 'link' ? 'link' : 'signIn', back, inviteCode }
  } catch {
    return { purpose: 'signIn' }
  }
}
