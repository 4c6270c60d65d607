import { proofMinutes } from '@evenhand/protocol/second-factor.ts'
import type { SocialProvider } from '@evenhand/protocol/social.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { findPhrase } from '../phrases.store.ts'
import { findProof } from '../proof.store.ts'
import { findWays as findSocialWays } from '../social/identities.store.ts'
import { findWays } from './factors.store.ts'
import type { FactorDeps } from './index.ts'
import { shownPasskey } from './passkeys.ts'
import { listPasskeys } from './passkeys.store.ts'

/** How the account of this call is protected, and until when its session's last proof counts. */
export async function security(deps: FactorDeps, call: Call) {
  const { db, clock, identityProviders = [] } = deps
  const { customerId, id } = call.session
  const issuers = identityProviders.map(({ keptAs }) => keptAs)
  const [ways, passkeys, phrase, linked, proof] = await Promise.all([
    findWays(db, customerId),
    listPasskeys(db, customerId),
    findPhrase(db, customerId),
    findSocialWays(db, { customerId, issuers }),
    findProof(db, id),
  ])
  const until = (proof?.provedAt ?? 0) + proofMinutes * 60_000
  return {
    password: ways.password,
    otp: ways.otp,
    passkeys: passkeys.map(shownPasskey),
    recoveryLeft: ways.recoveryLeft,
    antiPhishing: phrase !== undefined,
    social: linked.identities.map(({ provider }): SocialProvider => provider),
    provedUntil: until >= clock.now() ? until : null,
  }
}
