import type { SocialProvider } from '@evenhand/protocol/social.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { isMailAddress } from '../../../kernel/mail/mail.ts'
import { Refusal, refuse } from '../../../kernel/http/refusal.ts'
import type { Customer } from '../../accounts/index.ts'
import { badField } from '../auth.rules.ts'
import type { FactorRequest } from '../require-second-factor.ts'
import { mustBeBindable } from '../binding.ts'
import { signIn, type SignedIn, type SigningIn } from '../sign-in.ts'
import { findByIdentity, findWays, type Identity } from './identities.store.ts'
import type { SocialDeps } from './index.ts'
import { endOAuthFlow, type ReturnRequest } from './oauth-flow.ts'
import { keepTicket, takeTicket, tryTicket } from './tickets.store.ts'

type Request = ReturnRequest & { inviteCode?: string | undefined }
type Vouching = Identity & { provider: SocialProvider }

/**
 * Signs in the customer whom the provider's issuer and subject belong to; its e-mail address alone signs no one in. An
 * address that has an account gets 40035 with a token to link it; one that has none, 40020 with a token to register.
 * Where a second factor is missing, 40036 carries a token to go on with, since what the provider sent is good once.
 */
export async function signInWith(
  deps: SocialDeps,
  { provider, request }: { provider: SocialProvider; request: Request },
  call: Call,
): Promise<SignedIn> {
  mustBeBindable(deps, call)
  const { issuer, subject, email = '' } = await endOAuthFlow(deps, { provider, purpose: 'signIn', request }, call)
  const by: Vouching = { provider, issuer, subject }
  const known = await customerOf(deps, by)
  if (known !== undefined) return signInKnown(deps, { customer: known, by, call })

  if (!isMailAddress(email)) throw badField('email', email === '' ? 'missing' : 'malformed')
  const owner = await deps.accounts.findByAccount(email)
  throw owner === undefined
    ? await registrationNeeded(deps, { by, email, inviteCode: request.inviteCode })
    : await linkNeeded(deps, { by, owner })
}

async function customerOf({ db, accounts }: SocialDeps, by: Identity): Promise<Customer | undefined> {
  const id = await findByIdentity(db, by)
  return id === undefined ? undefined : accounts.find(id)
}

async function signInKnown(
  deps: SocialDeps,
  { customer, by, call }: { customer: Customer; by: Vouching; call: Call },
): Promise<SignedIn> {
  const confirm: SigningIn['stillProved'] = async (tx) => (await findByIdentity(tx, by)) === customer.id
  try {
    return await signIn(deps, { customer, request: {}, call, stillProved: confirm })
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.key !== 'proofNeeded') throw cause
    const signInToken = await keepTicket(deps.db, {
      purpose: 'signIn',
      ...by,
      email: customer.email,
      customerId: customer.id,
      inviteCode: undefined,
      now: deps.clock.now(),
    })
    throw refuse('proofNeeded', { ...cause.params, signInToken })
  }
}

/**
 * Goes on with a sign-in that waits for its second factor. The token has five tries in ten minutes and is taken by the
 * sign-in. Refuses 40020 a token that has ended, and what signing in refuses.
 */
export async function continueSocial(
  deps: SocialDeps,
  request: FactorRequest & { signInToken: string },
  call: Call,
): Promise<SignedIn> {
  mustBeBindable(deps, call)
  const token = request.signInToken
  const ticket = await tryTicket(deps.db, { token, purpose: 'signIn', now: deps.clock.now() })
  const customer = ticket === undefined ? undefined : await customerOf(deps, ticket)
  if (ticket === undefined || customer === undefined || customer.id !== ticket.customerId)
    throw badField('signInToken', 'ended')
  return signIn(deps, {
    customer,
    request,
    call,
    stillProved: async (tx) => (await takeTicket(tx, token)) && (await findByIdentity(tx, ticket)) === customer.id,
  })
}

type Registering = { by: Vouching; email: string; inviteCode: string | undefined }

async function registrationNeeded(deps: SocialDeps, { by, email, inviteCode }: Registering): Promise<Error> {
  const registrationToken = await keepTicket(deps.db, {
    purpose: 'register',
    ...by,
    email,
    customerId: undefined,
    // Any other text is no code, and is not kept.
    inviteCode: /^[0-9A-Za-z]{1,32}$/.test(inviteCode ?? '') ? inviteCode : undefined,
    now: deps.clock.now(),
  })
  const fields = ['country', 'adult', 'termsVersion'].map((field) => ({ field, reason: 'missing' }))
  return refuse('dataIncomplete', { fields, registrationToken, email, provider: by.provider })
}

async function linkNeeded(deps: SocialDeps, { by, owner }: { by: Vouching; owner: Customer }): Promise<Error> {
  const linkToken = await keepTicket(deps.db, {
    purpose: 'link',
    ...by,
    email: owner.email,
    customerId: owner.id,
    inviteCode: undefined,
    now: deps.clock.now(),
  })
  const { hasPassword } = await findWays(deps.db, { customerId: owner.id, issuers: [] })
  const accepts = [...(hasPassword ? ['password'] : []), ...(provesByMail(owner) ? ['code'] : [])]
  return refuse('providerLinkNeeded', { linkToken, provider: by.provider, email: owner.email, accepts })
}

/**
 * Whether a code by mail proves that an account is one's own. Where its address was never verified, a stranger may have
 * opened it in the name of the address's owner and still hold its password: a code would move the owner in with them.
 */
export const provesByMail = ({ emailVerified }: Customer): boolean => emailVerified
