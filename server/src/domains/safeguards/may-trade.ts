import { guardedProducts, type GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { coolingOffOf } from './cooling-off.ts'
import type { LimitReached } from './limit-reached.ts'
import { limitWindows } from './limits.rules.ts'
import { quizStateOf } from './quiz.rules.ts'
import type { CustomerSpendLimit, SafeguardsDeps, WantedOrder } from './safeguards.deps.ts'
import type { PlaySessions } from './play-sessions.ts'
import { limitOf, runningPause, type Eligibility } from './eligibility.ts'

type Deps = SafeguardsDeps & {
  eligibilityOf: (customerId: string) => Eligibility | Promise<Eligibility>
  playSessions: PlaySessions
  limitReached: LimitReached
}

/**
 * Whether a customer may place an order; refuses in this order: country 40001, pause 40005, questionnaire 40002,
 * cooling-off 40003, own limits 40004. A pause and the length of a session are about the person and hold on both
 * accounts; the rest is about money and holds on the real one. Returns the limits that other orders of the same moment
 * could pass by, to be guarded where the order is placed. At once where nothing has to be read.
 */
export function mayTrade(deps: Deps, params: WantedOrder): CustomerSpendLimit[] | Promise<CustomerSpendLimit[]> {
  const { session, product, mode, ip } = params
  deps.mustBeOffered({ product, mode, country: session.country, ip })
  const eligibility = deps.eligibilityOf(session.customerId)
  return eligibility instanceof Promise
    ? eligibility.then((read) => check(deps, read, params))
    : check(deps, eligibility, params)
}

function check(
  deps: Deps,
  eligibility: Eligibility,
  params: WantedOrder,
): CustomerSpendLimit[] | Promise<CustomerSpendLimit[]> {
  const now = deps.clock.now()
  const pause = runningPause(eligibility, now)
  if (pause !== null) throw refuse('excluded', { until: pause.until })
  if (params.mode === 'real') mustBePrepared(eligibility, params.product, now)
  return eligibility.limits.some(({ value }) => value !== null) ? checkLimits(deps, eligibility, params) : []
}

const isGuarded = (product: string): product is GuardedProduct => guardedProducts.some((one) => one === product)

function mustBePrepared(eligibility: Eligibility, product: string, now: number): void {
  if (!isGuarded(product)) return
  const quiz = quizStateOf(eligibility.quizzes, { product, now })
  if (quiz.status !== 'PASSED')
    throw refuse('quizNeeded', { product, ...(quiz.nextAt === null ? {} : { nextAt: quiz.nextAt }) })
  const cooling = coolingOffOf(eligibility.acks.get(product), now)
  if (cooling.status !== 'CONFIRMED')
    throw refuse('coolingOff', { product, ...(cooling.until === null ? {} : { until: cooling.until }) })
}

async function checkLimits(deps: Deps, eligibility: Eligibility, params: WantedOrder): Promise<CustomerSpendLimit[]> {
  const { customerId, accountId } = params.session
  const now = deps.clock.now()
  const minutes = limitOf(eligibility, 'sessionMinutes')
  if (minutes !== null && now - (await deps.playSessions.beganAt(customerId)) >= Number(minutes) * 60_000)
    throw await deps.limitReached({ accountId, limit: 'sessionMinutes', value: minutes })
  if (params.mode === 'virtual') return []
  const max = limitOf(eligibility, 'maxBalance')
  if (max !== null && (await deps.realBalance(accountId)) > max)
    throw await deps.limitReached({ accountId, limit: 'maxBalance', value: max })
  const spendLimits = limitWindows.flatMap(({ name, what, ms }): CustomerSpendLimit[] => {
    const value = limitOf(eligibility, name)
    if (value === null) return []
    const refusal = () => deps.limitReached({ accountId, limit: name, value })
    return [{ what, since: ms === null ? 0 : now - ms, max: value, refusal }]
  })
  if (spendLimits.length === 0) return []
  const spent = await deps.spent({ accountId, mode: 'real', questions: spendLimits })
  for (const [index, spendLimit] of spendLimits.entries()) {
    const more = spendLimit.what === 'open' ? 1n : params.stake
    if ((spent[index] ?? 0n) + more > spendLimit.max) throw await spendLimit.refusal()
  }
  return spendLimits
}
