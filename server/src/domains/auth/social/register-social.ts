import { minAge, usernameForm } from '@evenhand/protocol/accounts.ts'
import { langOf } from '@evenhand/protocol/languages.ts'
import { sqlState } from '../../../kernel/db/db.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { ipBucketOf, type Rule } from '../../../kernel/http/rate-limits.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { userOf, type Customer } from '../../accounts/index.ts'
import { badField } from '../auth.rules.ts'
import { mustBeBindable, setBinding } from '../binding.ts'
import { enqueueWelcome } from '../register.ts'
import { openSession, type SignedIn } from '../sign-in.ts'
import { insertIdentity } from './identities.store.ts'
import type { SocialDeps } from './index.ts'
import { findTicket, takeTicket, type Ticket } from './tickets.store.ts'
import { isReservedName } from '../reserved-names.ts'

const perAddress: Rule = { name: 'socialRegister', max: 30, perMs: 600_000 }

export type RegisterSocialRequest = {
  registrationToken: string
  username?: string | undefined
  inviteCode?: string | undefined
  country: string
  adult: boolean
  termsVersion: string
  lang: string
}

/**
 * Opens an account without a password for an address that a provider has vouched for, and signs in. What is wrong with
 * the form is named first and leaves the token as it is; ticket, customer, identity and session are one transaction.
 */
export async function registerSocial(deps: SocialDeps, request: RegisterSocialRequest, call: Call): Promise<SignedIn> {
  const { db, accounts, clock } = deps
  mustBeBindable(deps, call)
  checkForm(deps, request, call)
  deps.limits.take(perAddress, ipBucketOf(call.ip))
  const ticket = await findTicket(db, { token: request.registrationToken, purpose: 'register', now: clock.now() })
  if (ticket === undefined) throw badField('registrationToken', 'ended')
  const username = request.username === '' ? undefined : request.username
  if (username !== undefined && (isReservedName(username) || (await accounts.findByAccount(username)) !== undefined))
    throw refuse('usernameTaken')
  const invitedBy = await inviterOf(deps, request.inviteCode ?? ticket.inviteCode)

  const { customer, token, binding } = await writeAll(deps, { request, ticket, username, invitedBy, call })
  setBinding(call, binding)
  return { token, user: userOf(customer, token) }
}

function checkForm({ safeguards, termsVersion }: SocialDeps, request: RegisterSocialRequest, { ip }: Call): void {
  if (request.username !== undefined && request.username !== '' && !usernameForm.test(request.username))
    throw refuse('usernameMalformed')
  if (!safeguards.isCountry(request.country)) throw badField('country', 'unknown')
  safeguards.mustBeOffered({ product: 'register', mode: 'virtual', country: request.country, ip })
  if (!request.adult) throw refuse('underage', { minAge })
  if (request.termsVersion !== termsVersion()) throw badField('termsVersion', 'outdated')
}

async function inviterOf({ accounts }: SocialDeps, inviteCode: string | undefined): Promise<string | undefined> {
  if (inviteCode === undefined || inviteCode === '') return undefined
  const inviter = await accounts.findInviter(inviteCode)
  if (inviter === undefined) throw badField('inviteCode', 'unknown')
  return inviter
}

type Writing = {
  request: RegisterSocialRequest
  ticket: Ticket
  username: string | undefined
  invitedBy: string | undefined
  call: Call
}

type Written = { customer: Customer; token: string; binding: string | undefined }

async function writeAll(deps: SocialDeps, options: Writing): Promise<Written> {
  const { request, ticket } = options
  try {
    return await deps.db.transaction().execute(async (tx) => {
      if (!(await takeTicket(tx, request.registrationToken))) throw badField('registrationToken', 'ended')
      const customer = await deps.accounts.open(tx, {
        username: options.username,
        email: ticket.email,
        country: request.country,
        lang: langOf(request.lang),
        termsVersion: request.termsVersion,
        invitedBy: options.invitedBy,
      })
      const { issuer, subject, provider } = ticket
      await insertIdentity(tx, { issuer, subject, provider, customerId: customer.id, at: deps.clock.now() })
      await enqueueWelcome(deps, tx, customer)
      return { customer, ...(await openSession(deps, tx, { customer, call: options.call })) }
    })
  } catch (cause) {
    // The name, the address or this identity was registered since the ticket was made.
    if (sqlState(cause) === '23505') throw takenBy(String((cause as { constraint?: string }).constraint))
    throw cause
  }
}

function takenBy(constraint: string): Error {
  if (constraint.includes('username')) return refuse('usernameTaken')
  return constraint.includes('email') ? refuse('emailTaken') : badField('registrationToken', 'ended')
}
