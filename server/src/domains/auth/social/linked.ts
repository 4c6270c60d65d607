import type { LinkedProvider, SocialProvider } from '@evenhand/protocol/social.ts'
import { sqlState } from '../../../kernel/db/db.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { enqueueAccountMail } from '../account-mail-queue.ts'
import { badField } from '../auth.rules.ts'
import { mustBeBindable } from '../binding.ts'
import { changeCredential, type Changing } from '../change-credential.ts'
import type { SignedIn } from '../sign-in.ts'
import { deleteIdentity, findWays, insertIdentity, noteMailbox, type Ways } from './identities.store.ts'
import type { SocialDeps } from './index.ts'
import { endOAuthFlow, type ReturnRequest } from './oauth-flow.ts'

/** The providers linked to the account of this call, of those one can sign in with here. */
export async function listLinked(deps: SocialDeps, call: Call): Promise<LinkedProvider[]> {
  return shown(await findWays(deps.db, { customerId: call.session.customerId, issuers: deps.issuers }))
}

const shown = ({ identities, hasPassword }: Ways): LinkedProvider[] =>
  identities.map(({ provider, linkedAt }) => ({ provider, linkedAt, removable: hasPassword || identities.length > 1 }))

export type Changed = SignedIn & { linked: LinkedProvider[] }

/**
 * Links what the provider sent this browser back with to the account that is signed in and began the sign-in. The e-mail
 * need not be the account's. Every other session ends, this one goes on with a new token. Refuses 40020 `provider` where
 * the identity is linked already or the account has another one.
 */
export async function addLinked(
  deps: SocialDeps,
  request: ReturnRequest & { provider: SocialProvider },
  call: Call,
): Promise<Changed> {
  const { provider } = request
  const { issuer, subject, email } = await endOAuthFlow(deps, { provider, purpose: 'link', request }, call)
  const { customerId } = call.session
  try {
    return await change(deps, { provider, as: 'linked', call }, async (tx) => {
      await insertIdentity(tx, { issuer, subject, provider, customerId, at: deps.clock.now() })
      if (email !== undefined) await noteMailbox(tx, { customerId, email })
    })
  } catch (cause) {
    if (sqlState(cause) === '23505') throw badField('provider', 'linkedElsewhere')
    throw cause
  }
}

/** Unlinks a provider, as above. Refuses 40039 where it is not linked, 40020 where it is the last way to sign in. */
export async function removeLinked(
  deps: SocialDeps,
  { provider }: { provider: SocialProvider },
  call: Call,
): Promise<Changed> {
  const { customerId } = call.session
  // The customer is held meanwhile, so of two unlinkings at once the second sees the first.
  return change(deps, { provider, as: 'unlinked', call }, async (tx) => {
    const { identities, hasPassword } = await findWays(tx, { customerId, issuers: deps.issuers })
    const linked = identities.find((identity) => identity.provider === provider)
    if (linked === undefined) throw refuse('notFound')
    if (!hasPassword && identities.length === 1) throw badField('provider', 'lastWay')
    await deleteIdentity(tx, { customerId, issuer: linked.issuer })
  })
}

type Change = { provider: SocialProvider; as: 'linked' | 'unlinked'; call: Call }

async function change(
  deps: SocialDeps,
  { provider, as, call }: Change,
  write: (...params: Parameters<Changing['write']>) => Promise<void>,
): Promise<Changed> {
  mustBeBindable(deps, call)
  const { token, user } = await changeCredential(deps, {
    customerId: call.session.customerId,
    call,
    keepProof: true,
    async write(tx, customer) {
      await write(tx, customer)
      await enqueueAccountMail(deps, tx, { customer, mail: { template: `social.${as}`, params: { provider } }, call })
    },
  })
  // Frozen while this was under way: there is no session to go on with.
  if (token === undefined || user === undefined) throw refuse('sessionEnded')
  return { token, user, linked: await listLinked(deps, call) }
}
