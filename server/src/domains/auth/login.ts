import type { Call } from '../../kernel/http/http.ts'
import { ipBucketOf, type Rule } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { accountKey, badField, checkAccount, unknownCustomerId } from './auth.rules.ts'
import { mustBeBindable } from './binding.ts'
import type { AuthDeps } from './index.ts'
import { traceOf } from './mask-caller.ts'
import type { FactorRequest } from './require-second-factor.ts'
import { countFailure, findPassword, passwordHashOf } from './passwords.store.ts'
import { networkKeyOf } from './sessions.ts'
import { signIn, type SignedIn } from './sign-in.ts'
import { recordFailedSignIn } from './sign-ins.store.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

const perAddress: Rule = { name: 'login', max: 20, perMs: minuteMs }

/**
 * Signs in by user name or e-mail. Unknown account and wrong password are one response (10004) after the same work: the
 * same two reads and one password hash. 10005 is returned only after the right password. Refuses `tooMany` beyond the limits
 * and when too many passwords are being hashed.
 */
export async function login(
  deps: AuthDeps,
  request: FactorRequest & { account: string; password: string },
  call: Call,
): Promise<SignedIn> {
  const { db, accounts, passwords, limits, gate, clock } = deps
  mustBeBindable(deps, call)
  checkAccount(request.account)
  if (request.password === '') throw badField('password', 'missing')
  const ipBucket = ipBucketOf(call.ip)
  const account = accountKey(request.account)
  limits.take(perAddress, ipBucket)
  gate.enter({ account, ipBucket })

  const customer = await accounts.findByAccount(account)
  const customerId = customer?.id ?? unknownCustomerId
  const stored = await findPassword(db, { customerId, networkKey: networkKeyOf(customerId, call.ip) })
  const who = customer?.id ?? account
  gate.count({
    who,
    stored: { failures: stored?.failures ?? 0, lastAt: stored?.failedAt ?? 0 },
    familiar: stored?.familiar ?? false,
  })

  if (!(await passwords.verify(request.password, stored?.hash)) || customer === undefined) {
    // After the response: writes that only known accounts have would distinguish them by their time.
    if (customer !== undefined) {
      deps.later.run('count a wrong password', async () => {
        await countFailure(db, { customerId, at: clock.now() })
        await recordFailedSignIn(db, { customerId, at: clock.now(), outcome: 'WRONG_PASSWORD', trace: traceOf(call) })
      })
    }
    throw refuse('credentialsWrong')
  }
  gate.passed({ account, ipBucket, who })
  return signIn(deps, {
    customer,
    request,
    call,
    stillProved: async (tx) => (await passwordHashOf(tx, customerId)) === stored?.hash,
  })
}
