import type { Call } from '../../kernel/http/http.ts'
import { ipBucketOf, type Rule } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Customer } from '../accounts/index.ts'
import { enqueueAccountMail } from './account-mail-queue.ts'
import { mustBeBindable } from './binding.ts'
import { changeCredential } from './change-credential.ts'
import { accountKey, badField, checkNewPassword } from './auth.rules.ts'
import type { AuthDeps } from './index.ts'
import { takeMailedCode, tryMailedCode, type MailedCode } from './mailed-code.ts'
import type { FactorRequest } from './require-second-factor.ts'
import { findPassword, passwordHashOf, replacePassword } from './passwords.store.ts'
import { keepSecurityChange } from './security-changes.store.ts'
import { isRunning } from './sessions.store.ts'
import type { SignedIn } from './sign-in.ts'
import { networkKeyOf } from './sessions.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

export type RepasswordRequest = FactorRequest & {
  account?: string | undefined
  code?: string | undefined
  old?: string | undefined
  new: string
  confirm: string
}

/** Wrong or right, so many tries of the old password: a stolen session is no place to guess at it. */
const perCustomer: Rule = { name: 'oldPassword', max: 5, perMs: 15 * minuteMs }
const perCustomerDay: Rule = { name: 'oldPasswordDay', max: 20, perMs: dayMs }

/**
 * Sets a new password: with a session by the old one (10004 where it is wrong), without by a code of scene `reset`
 * (10091) and the second factor where there is one. Every other session ends; a customer who called with a session has a
 * new one. What is wrong with the form is named first.
 */
export async function repassword(deps: AuthDeps, request: RepasswordRequest, call: Call): Promise<Partial<SignedIn>> {
  if (request.old !== undefined) {
    if (request.account !== undefined || request.code !== undefined) throw badField('old', 'oneOnly')
    if (call.session.id === '') throw refuse('sessionEnded')
    return change(deps, { ...request, old: request.old }, call)
  }
  if (request.account === undefined && call.session.id !== '') throw badField('old', 'missing')
  mustBeBindable(deps, call)
  checkForm(request, [request.account])
  const tried = await tryMailedCode(deps, {
    account: request.account ?? '',
    code: request.code ?? '',
    scene: 'reset',
    ip: call.ip,
  })
  const { customer } = tried
  if (customer.status === 'CLOSED') throw refuse('accountBlocked', { status: customer.status })
  checkNewPassword(request.new, [customer.username, customer.email], 'new')
  await deps.requireSecondFactor({ customer, request, call })
  return write(deps, { customer, password: request.new, call, code: tried, oldHash: undefined })
}

function checkForm(request: RepasswordRequest, own: readonly (string | undefined)[]): void {
  checkNewPassword(request.new, own, 'new')
  if (request.confirm !== request.new) throw badField('confirm', 'different')
}

async function change(
  deps: AuthDeps,
  request: RepasswordRequest & { old: string },
  call: Call,
): Promise<Partial<SignedIn>> {
  const { db, accounts, limits, passwords } = deps
  const { customerId } = call.session
  mustBeBindable(deps, call)
  if (request.old === '') throw badField('old', 'missing')
  const customer = await accounts.find(customerId)
  if (customer === undefined) throw refuse('customerNotFound')
  checkForm(request, [customer.username, customer.email])
  if (request.new === request.old) throw badField('new', 'same')
  limits.take(perCustomer, customerId)
  limits.take(perCustomerDay, customerId)
  const stored = await findPassword(db, { customerId, networkKey: networkKeyOf(customerId, call.ip) })
  if (!(await passwords.verify(request.old, stored?.hash))) throw refuse('credentialsWrong')
  return write(deps, { customer, password: request.new, call, code: undefined, oldHash: stored?.hash })
}

type Writing = {
  customer: Customer
  password: string
  call: Call
  code: MailedCode | undefined
  /** What the old password was held against; it must still be the one that counts. */
  oldHash: string | undefined
}

async function write(deps: AuthDeps, options: Writing): Promise<Partial<SignedIn>> {
  const { passwords, clock, gate } = deps
  const { customer, call, code } = options
  const customerId = customer.id
  const hash = await passwords.hash(options.password)
  const at = clock.now()
  const changed = await changeCredential(deps, {
    customerId,
    call,
    async write(tx) {
      if (code !== undefined) await takeMailedCode(tx, code)
      else if ((await passwordHashOf(tx, customerId)) !== options.oldHash) throw refuse('credentialsWrong')
      else if (!(await isRunning(tx, call.session))) throw refuse('sessionEnded')
      await replacePassword(tx, { customerId, hash, at })
      await keepSecurityChange(tx, { customerId, what: 'PASSWORD', at })
      const { accountId } = customer
      await deps.enqueueNotices?.(tx, [{ accountId, template: 'password.changed', params: {}, ref: String(at) }])
      await enqueueAccountMail(deps, tx, { customer, mail: { template: 'password.changed', params: {} }, call })
    },
  })
  for (const account of [customer.username, customer.email])
    gate.passed({ account: accountKey(account), ipBucket: ipBucketOf(call.ip), who: customerId })
  return changed
}
