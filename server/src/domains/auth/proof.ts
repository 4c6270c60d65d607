import { proofMinutes } from '@evenhand/protocol/second-factor.ts'
import type { Call } from '../../kernel/http/http.ts'
import { ipBucketOf } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Customer } from '../accounts/index.ts'
import { accountKey, badField } from './auth.rules.ts'
import type { AuthDeps } from './index.ts'
import type { FactorRequest } from './require-second-factor.ts'
import { countFailure, findPassword } from './passwords.store.ts'
import { findProof, keepProof } from './proof.store.ts'
import { findWays, hasFactor } from './second-factor/factors.store.ts'
import type { FactorDeps } from './second-factor/index.ts'
import { factorOf, proofNeeded, tryFactor } from './second-factor/prove-factor.ts'
import { networkKeyOf } from './sessions.ts'

const proofMs = proofMinutes * 60_000

/** A passkey's assertion for one session proves nothing for another. */
const purposeOf = (call: Call) => ({ purpose: 'proof', subject: call.session.id }) as const

/**
 * Proves who sits at this session, by exactly one way; counts for ten minutes, in this session alone. Refuses 10004 a
 * wrong password, with the limits of signing in, 10091 a wrong second factor, and 40036 {accepts, challenge} where nothing
 * was given or what was given is no way of this customer.
 */
export async function prove(
  deps: FactorDeps,
  request: FactorRequest & { password?: string | undefined },
  call: Call,
): Promise<{ until: number }> {
  const { db, accounts, clock } = deps
  const { customerId, id: sessionId } = call.session
  const customer = await accounts.find(customerId)
  if (customer === undefined) throw refuse('customerNotFound')
  const { password } = request
  const by = factorOf(request)
  if (password !== undefined && by !== undefined) throw badField('password', 'oneOnly')
  const issuedFor = purposeOf(call)
  const ways = await findWays(db, customerId)
  if (by === undefined ? password === undefined || !ways.password : !hasFactor(ways))
    throw await proofNeeded(deps, { customerId, ways, issuedFor, password: true }, call)
  if (by === undefined) await provePassword(deps, { customer, password: password ?? '' }, call)
  else await tryFactor(deps, { customer, by, issuedFor }, call)
  const at = clock.now()
  if (!(await keepProof(db, { sessionId, at, byFactor: by !== undefined }))) throw refuse('sessionEnded')
  return { until: at + proofMs }
}

/** Refuses 10004 a wrong password; tries count with those of signing in to this account from this network. */
async function provePassword(
  { db, gate, passwords, clock }: AuthDeps,
  { customer, password }: { customer: Customer; password: string },
  call: Call,
): Promise<void> {
  const ipBucket = ipBucketOf(call.ip)
  const account = accountKey(customer.email)
  gate.enter({ account, ipBucket })
  const stored = await findPassword(db, { customerId: customer.id, networkKey: networkKeyOf(customer.id, call.ip) })
  gate.count({
    who: customer.id,
    stored: { failures: stored?.failures ?? 0, lastAt: stored?.failedAt ?? 0 },
    familiar: stored?.familiar ?? false,
  })
  if (!(await passwords.verify(password, stored?.hash))) {
    await countFailure(db, { customerId: customer.id, at: clock.now() })
    throw refuse('credentialsWrong')
  }
  gate.passed({ account, ipBucket, who: customer.id })
}

/**
 * Checked before every call of a route that needs a recent proof: refuses 40036 {accepts, challenge} unless the session has
 * one that is at most ten minutes old, 401 where it has just ended. With `factor` it must be by the second factor, where the customer has one.
 */
export async function requireRecentAuth(deps: FactorDeps, proof: true | 'factor', call: Call): Promise<void> {
  const { customerId, id } = call.session
  const found = await findProof(deps.db, id)
  // Ended between the read of the session and here: nothing is left to prove.
  if (found === undefined) throw refuse('sessionEnded')
  const { provedAt, factorProvedAt } = found
  const isRecent = (at: number | null): boolean => at !== null && deps.clock.now() - at <= proofMs
  if (isRecent(factorProvedAt) || (proof === true && isRecent(provedAt))) return
  const ways = await findWays(deps.db, customerId)
  const byFactor = proof === 'factor' && hasFactor(ways)
  if (!byFactor && isRecent(provedAt)) return
  throw await proofNeeded(deps, { customerId, ways, issuedFor: purposeOf(call), password: !byFactor }, call)
}
