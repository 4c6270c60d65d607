import { minAge, usernameForm } from '@evenhand/protocol/accounts.ts'
import { langOf } from '@evenhand/protocol/languages.ts'
import { sqlState, type Db } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { userOf, type Customer } from '../accounts/index.ts'
import { enqueueAccountMail } from './account-mail-queue.ts'
import { mustBeBindable, setBinding } from './binding.ts'
import { accountKey, badField, checkEmail, checkNewPassword } from './auth.rules.ts'
import { takeCode, tryCode } from './codes.store.ts'
import type { AuthDeps } from './index.ts'
import { insertPassword } from './passwords.store.ts'
import { openSession, type SignedIn } from './sign-in.ts'
import { isReservedName } from './reserved-names.ts'

export type RegisterRequest = {
  username?: string | undefined
  email: string
  password: string
  confirm: string
  code: string
  inviteCode?: string | undefined
  country: string
  adult: boolean
  termsVersion: string
  lang: string
}

const purpose = 'register'

/**
 * Opens an account and signs in. What is wrong with the form is named first; whether a name or address is taken (10006,
 * 10007) only to a caller with the right code for the address. The code is tried, then the password hashed, then in
 * one transaction the code is taken and customer, ledger accounts, password and session are written: of many calls with
 * one code exactly one succeeds.
 */
export async function register(deps: AuthDeps, request: RegisterRequest, call: Call): Promise<SignedIn> {
  const { db, passwords, clock } = deps
  mustBeBindable(deps, call)
  checkForm(deps, request, call)
  const username = request.username === '' ? undefined : request.username
  const target = accountKey(request.email)
  const tried = await tryCode(db, { target, purpose, code: request.code, now: clock.now() })
  if (tried === undefined || !tried.right) throw refuse('codeWrong', { left: tried?.left ?? 0 })
  const invitedBy = await mustBeFree(deps, { username, email: request.email, inviteCode: request.inviteCode })

  const hash = await passwords.hash(request.password)
  const opened = await writeAll(deps, { request, username, invitedBy, hash, target, salt: tried.salt, call })
  setBinding(call, opened.binding)
  return { token: opened.token, user: userOf(opened.customer, opened.token) }
}

/** The form, field by field, in the order in which it is shown. Costs nothing and queries the database nothing. */
function checkForm({ safeguards, termsVersion }: AuthDeps, request: RegisterRequest, { ip }: Call): void {
  if (request.username !== undefined && request.username !== '' && !usernameForm.test(request.username))
    throw refuse('usernameMalformed')
  checkEmail(request.email)
  checkNewPassword(request.password, [request.username, request.email])
  if (request.confirm !== request.password) throw badField('confirm', 'different')
  if (request.code === '') throw badField('code', 'missing')
  if (!safeguards.isCountry(request.country)) throw badField('country', 'unknown')
  safeguards.mustBeOffered({ product: 'register', mode: 'virtual', country: request.country, ip })
  if (!request.adult) throw refuse('underage', { minAge })
  if (request.termsVersion !== termsVersion()) throw badField('termsVersion', 'outdated')
}

/** Welcomes a new customer in the app and by mail, in the transaction that opens the account. */
export async function enqueueWelcome(deps: AuthDeps, tx: Db<'auth'>, customer: Customer): Promise<void> {
  const { accountId, username } = customer
  const welcome = { template: 'welcome', params: { username } } as const
  await deps.enqueueNotices?.(tx, [{ accountId, ...welcome, ref: '' }])
  await enqueueAccountMail(deps, tx, { customer, mail: welcome })
}

type Names = { username: string | undefined; email: string; inviteCode: string | undefined }

/** Refuses names that are taken, and an unknown invite code; returns the inviter. */
async function mustBeFree({ accounts }: AuthDeps, { username, email, inviteCode }: Names): Promise<string | undefined> {
  if (username !== undefined && (isReservedName(username) || (await accounts.findByAccount(username)) !== undefined))
    throw refuse('usernameTaken')
  if ((await accounts.findByAccount(email)) !== undefined) throw refuse('emailTaken')
  if (inviteCode === undefined || inviteCode === '') return undefined
  const inviter = await accounts.findInviter(inviteCode)
  if (inviter === undefined) throw badField('inviteCode', 'unknown')
  return inviter
}

type Writing = {
  request: RegisterRequest
  username: string | undefined
  invitedBy: string | undefined
  hash: string
  target: string
  salt: Buffer
  call: Call
}

async function writeAll(
  deps: AuthDeps,
  options: Writing,
): Promise<{ customer: Customer; token: string; binding: string | undefined }> {
  const { db, accounts, clock } = deps
  const { request, target, salt } = options
  try {
    return await db.transaction().execute(async (tx) => {
      if (!(await takeCode(tx, { target, purpose, salt }))) throw refuse('codeWrong', { left: 0 })
      const customer = await accounts.open(tx, {
        username: options.username,
        email: request.email,
        country: request.country,
        lang: langOf(request.lang),
        termsVersion: request.termsVersion,
        invitedBy: options.invitedBy,
      })
      await insertPassword(tx, { customerId: customer.id, hash: options.hash, at: clock.now() })
      await enqueueWelcome(deps, tx, customer)
      return { customer, ...(await openSession(deps, tx, { customer, call: options.call })) }
    })
  } catch (cause) {
    // Another registration took the name between the read and the write; the transaction took nothing, the code included.
    if (sqlState(cause) === '23505')
      throw refuse(
        /customers_username/.test(String((cause as { constraint?: string }).constraint))
          ? 'usernameTaken'
          : 'emailTaken',
      )
    throw cause
  }
}
