import type { User } from '@evenhand/protocol/accounts.ts'
import type { Call } from '../../kernel/http.ts'
import { placeOf, type Rule } from '../../kernel/limits.ts'
import { refuse } from '../../kernel/refusal.ts'
import { userOf } from '../accounts/index.ts'
import { accountKey, badField, checkAccount } from './auth.rules.ts'
import type { AuthDeps } from './index.ts'
import { countFailure, findPassword } from './passwords.store.ts'
import { placeKey } from './sessions.ts'

const perPlace: Rule = { name: 'login', most: 20, perMs: 60_000 }
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Signs in by user name or e-mail. Unknown account and wrong password are one answer (10004) after the same work: the
 * same two reads and one password hash. 10005 is told only after the right password. Refuses `tooMany` beyond the limits
 * and when too many passwords are being hashed.
 */
export async function login(
  deps: AuthDeps,
  ask: { account: string; password: string },
  call: Call,
): Promise<{ token: string; user: User }> {
  const { db, accounts, passwords, limits, gate, sessions, clock, log } = deps
  checkAccount(ask.account)
  if (ask.password === '') throw badField('password', 'missing')
  const place = placeOf(call.ip)
  const account = accountKey(ask.account)
  limits.take(perPlace, place)
  gate.enter({ account, place })

  const customer = await accounts.findByAccount(account)
  const customerId = customer?.id ?? nobody
  const stored = await findPassword(db, { customerId, place: placeKey(customerId, call.ip) })
  const who = customer?.id ?? account
  gate.count({
    who,
    stored: { failures: stored?.failures ?? 0, lastAt: stored?.failedAt ?? 0 },
    familiar: stored?.familiar ?? false,
  })

  if (!(await passwords.verify(ask.password, stored?.hash)) || customer === undefined) {
    // Not waited for: a write that only known accounts have would tell them apart by its time.
    if (customer !== undefined) {
      countFailure(db, { customerId, at: clock.now() }).catch((cause: unknown) =>
        log.error({ cause: String(cause) }, 'a wrong password was not counted'),
      )
    }
    throw refuse('credentialsWrong')
  }
  gate.passed({ account, place, who })
  if (customer.status === 'CLOSED' || customer.status === 'FROZEN_BY_USER')
    throw refuse('accountBlocked', { status: customer.status })
  const token = await sessions.open(db, { customer, caller: call })
  return { token, user: userOf(customer, token) }
}
