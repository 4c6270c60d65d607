import { phoneForm, phoneInOnePiece, usernameForm } from '@evenhand/protocol/accounts.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { Rule } from '../../kernel/http/rate-limits.ts'
import { invariant, refuse } from '../../kernel/http/refusal.ts'
import { sqlState, type Db } from '../../kernel/db/db.ts'
import { userOf, type Contact, type Customer } from '../accounts/index.ts'
import { accountKey, badField, checkEmail } from './auth.rules.ts'
import { enqueueAccountMail } from './account-mail-queue.ts'
import { mustBeBindable } from './binding.ts'
import { changeCredential } from './change-credential.ts'
import { codeWith, takeCode, tryCode } from './codes.store.ts'
import { requireRecentAuth } from './proof.ts'
import type { FactorDeps } from './second-factor/index.ts'
import { keepSecurityChange } from './security-changes.store.ts'
import type { SignedIn } from './sign-in.ts'
import { isReservedName } from './reserved-names.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

export type ProfileRequest = {
  username?: string | undefined
  phone?: string | null | undefined
  email?: string | undefined
  code?: string | undefined
}

/** Finding out whether names and phones are taken is bounded: so many changes a day, refused ones included. */
const perDay: Rule = { name: 'updateProfile', max: 20, perMs: dayMs }

/**
 * Changes user name, phone and e-mail as named; all of it or nothing. A new e-mail needs a recent proof (40036) and the
 * code that went to it (10091); whether it is taken (10007) is reported only to a caller with that code. It ends every session
 * but the caller's, which goes on under a new token, and is mailed to the old address with a link that freezes the account.
 * Refuses 10003 and 10006 a user name, 10007 a phone that is taken.
 */
export async function updateProfile(deps: FactorDeps, request: ProfileRequest, call: Call): Promise<SignedIn> {
  const contact = contactOf(request)
  const customer = await deps.accounts.find(call.session.customerId)
  if (customer === undefined) throw refuse('customerNotFound')
  const { email } = contact
  if (email !== undefined && accountKey(email) === accountKey(customer.email)) throw badField('email', 'same')
  if (email !== undefined) await requireRecentAuth(deps, true, call)
  deps.limits.take(perDay, customer.id)
  const token =
    email === undefined
      ? await keepContact(deps, contact, call)
      : await changeEmail(deps, { customer, contact: { ...contact, email }, code: request.code ?? '' }, call)
  const changed = await deps.accounts.find(customer.id)
  invariant(changed, 'a customer who was just changed is there')
  return { token, user: userOf(changed, token) }
}

/** What is to be changed, in the form it is kept in; refuses what no customer could have. */
function contactOf({ username, phone, email, code }: ProfileRequest): Contact {
  if (username === undefined && phone === undefined && email === undefined) throw badField('username', 'missing')
  if (username !== undefined && !usernameForm.test(username)) throw refuse('usernameMalformed')
  if (username !== undefined && isReservedName(username)) throw refuse('usernameTaken')
  const dialled = phone == null ? phone : phoneInOnePiece(phone)
  if (dialled != null && !phoneForm.test(dialled)) throw badField('phone', 'malformed')
  if (email !== undefined) checkEmail(email)
  if (email !== undefined && (code === undefined || code === '')) throw badField('code', 'missing')
  if (email === undefined && code !== undefined) throw badField('code', 'unknown')
  return { username, phone: dialled, email }
}

async function keepContact({ db, accounts }: FactorDeps, contact: Contact, call: Call): Promise<string> {
  await mapTaken(
    db.transaction().execute(async (tx) => {
      const held = await accounts.hold(tx, { id: call.session.customerId, to: 'change' })
      if (held === undefined || held.status === 'CLOSED') throw refuse('sessionEnded')
      await accounts.changeContact(tx, { id: held.id, ...contact })
    }),
  )
  return call.token
}

type NewEmail = { customer: Customer; contact: Contact & { email: string }; code: string }

async function changeEmail(deps: FactorDeps, { customer, contact, code }: NewEmail, call: Call): Promise<string> {
  const { db, clock, accounts } = deps
  const { email } = contact
  mustBeBindable(deps, call)
  if (!/^[0-9]{6}$/.test(code)) throw badField('code', 'malformed')
  const options = { target: accountKey(email), purpose: 'email' }
  const tried = await tryCode(db, { ...options, code: codeWith(code, customer.id), now: clock.now() })
  if (tried === undefined || !tried.right) throw refuse('codeWrong', { left: tried?.left ?? 0 })
  const at = clock.now()
  const write = async (tx: Db<'auth'>): Promise<void> => {
    if (!(await takeCode(tx, { ...options, salt: tried.salt }))) throw refuse('codeWrong', { left: 0 })
    await accounts.changeContact(tx, { id: customer.id, ...contact, verifiedAt: at })
    await keepSecurityChange(tx, { customerId: customer.id, what: 'EMAIL', at })
    const params = { email: maskedEmail(email) }
    await deps.enqueueNotices?.(tx, [
      { accountId: customer.accountId, template: 'email.changed', params, ref: String(at) },
    ])
    // The customer as it was before the change: this goes to the address that the owner of the account has had.
    await enqueueAccountMail(deps, tx, { customer, mail: { template: 'email.changed', params }, call })
  }
  const { token } = await mapTaken(changeCredential(deps, { customerId: customer.id, call, keepProof: true, write }))
  // Frozen while this was under way: there is no session to go on with.
  if (token === undefined) throw refuse('sessionEnded')
  return token
}

/** An address of which its owner knows enough: n…@example.com. */
export const maskedEmail = (email: string): string => `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`

/** The same, with the violation of a unique index as its refusal. */
async function mapTaken<T>(written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (cause) {
    if (sqlState(cause) !== '23505') throw cause
    const { constraint } = cause as { constraint?: string }
    throw refuse(constraint === 'customers_username' ? 'usernameTaken' : 'emailTaken')
  }
}
