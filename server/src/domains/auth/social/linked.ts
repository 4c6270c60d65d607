import type { LinkedProvider, SocialProvider } from '@evenhand/protocol/social.ts'
import { sqlState } from '../../../kernel/db.ts'
import type { Call } from '../../../kernel/http.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { badField } from '../auth.rules.ts'
import { deleteIdentity, findWays, insertIdentity, type Ways } from './identities.store.ts'
import type { SocialDeps } from './index.ts'
import { tellOfChange } from './linked-letter.ts'
import { endJourney, type ReturnAsk } from './journeys.ts'

/** The providers linked to the account of this call, of those one can sign in with here. */
export async function listLinked(deps: SocialDeps, call: Call): Promise<LinkedProvider[]> {
  return shown(await findWays(deps.db, { customerId: call.session.customerId, issuers: deps.issuers }))
}

const shown = ({ identities, hasPassword }: Ways): LinkedProvider[] =>
  identities.map(({ provider, linkedAt }) => ({ provider, linkedAt, removable: hasPassword || identities.length > 1 }))

/**
 * Links what the provider sent this browser back with to the account that is signed in and began the journey. The e-mail
 * need not be the account's. Refuses 40020 `provider` where the identity is somebody's or the account has another one.
 */
export async function addLinked(
  deps: SocialDeps,
  ask: ReturnAsk & { provider: SocialProvider },
  call: Call,
): Promise<LinkedProvider[]> {
  const { provider } = ask
  const { issuer, subject } = await endJourney(deps, { provider, purpose: 'link', ask }, call)
  const { customerId } = call.session
  try {
    await insertIdentity(deps.db, { issuer, subject, provider, customerId, at: deps.clock.now() })
  } catch (cause) {
    if (sqlState(cause) === '23505') throw badField('provider', 'linkedElsewhere')
    throw cause
  }
  await tellOwner(deps, { provider, change: 'linked' }, call)
  return listLinked(deps, call)
}

/** Unlinks a provider. Refuses 40039 where it is not linked, 40020 where it is the last way to sign in. */
export async function removeLinked(
  deps: SocialDeps,
  { provider }: { provider: SocialProvider },
  call: Call,
): Promise<LinkedProvider[]> {
  const { customerId } = call.session
  const { issuers } = deps
  await deps.db.transaction().execute(async (tx) => {
    // Held, so that of two unlinkings at once the second sees the first.
    await deps.accounts.hold(tx, { id: customerId, to: 'change' })
    const { identities, hasPassword } = await findWays(tx, { customerId, issuers })
    const linked = identities.find((identity) => identity.provider === provider)
    if (linked === undefined) throw refuse('notFound')
    if (!hasPassword && identities.length === 1) throw badField('provider', 'lastWay')
    await deleteIdentity(tx, { customerId, issuer: linked.issuer })
  })
  await tellOwner(deps, { provider, change: 'unlinked' }, call)
  return listLinked(deps, call)
}

type Change = { provider: SocialProvider; change: 'linked' | 'unlinked' }

async function tellOwner(deps: SocialDeps, of: Change, call: Call): Promise<void> {
  const customer = await deps.accounts.find(call.session.customerId)
  if (customer !== undefined) tellOfChange(deps, { customer, ...of, call })
}
