import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import type { Db } from '../../kernel/db/db.ts'
import { ipBucketOf, type Rule } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Customer } from '../accounts/index.ts'
import { accountKey, badField, checkAccount } from './auth.rules.ts'
import { takeCode, tryCode } from './codes.store.ts'
import type { AuthDeps } from './index.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

const perAddress: Rule = { name: 'mailedCode', max: 30, perMs: minuteMs }

export type MailedCode = { customer: Customer; target: string; purpose: CodeScene; salt: Buffer }

/**
 * Tries a code that was mailed to the owner of an account, named by user name or e-mail. Refuses 10091 alike whether the
 * account is unknown, no code was sent, or another was; the remaining tries are returned to a caller that names the address, since
 * a number that only the right pair of user name and address could have would disclose that they belong together.
 */
export async function tryMailedCode(
  { db, accounts, clock, limits }: AuthDeps,
  params: { account: string; code: string; scene: CodeScene; ip: string },
): Promise<MailedCode> {
  checkAccount(params.account)
  if (params.code === '') throw badField('code', 'missing')
  limits.take(perAddress, ipBucketOf(params.ip))
  const customer = await accounts.findByAccount(params.account)
  const target = accountKey(customer?.email ?? params.account)
  const tried = await tryCode(db, { target, purpose: params.scene, code: params.code, now: clock.now() })
  if (tried === undefined || !tried.right || customer === undefined)
    throw refuse('codeWrong', { left: params.account.includes('@') ? (tried?.left ?? 0) : 0 })
  return { customer, target, purpose: params.scene, salt: tried.salt }
}

/** Takes the code in the transaction that acts on it: of many callers with the same one, one gets past. */
export async function takeMailedCode(tx: Db<'auth'>, { target, purpose, salt }: MailedCode): Promise<void> {
  if (!(await takeCode(tx, { target, purpose, salt }))) throw refuse('codeWrong', { left: 0 })
}
