import type { Session } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { coolingOffOf } from './cooling-off.ts'
import type { SafeguardsDeps } from './safeguards.deps.ts'
import { runningPause, type Eligibility } from './eligibility.ts'

type Deps = SafeguardsDeps & { freshEligibility: (customerId: string) => Promise<Eligibility> }

/**
 * Whether a customer may subscribe to a plan; refuses in this order: country 40001, pause 40005, cooling-off 40003. Limits of
 * the customer's own are about what is staked and lost: a principal is neither, and comes back.
 */
export async function maySubscribe(deps: Deps, { session, ip }: { session: Session; ip: string }): Promise<void> {
  deps.mustBeOffered({ product: 'plans', mode: 'real', country: session.country, ip })
  const eligibility = await deps.freshEligibility(session.customerId)
  const now = deps.clock.now()
  const pause = runningPause(eligibility, now)
  if (pause !== null) throw refuse('excluded', { until: pause.until })
  const cooling = coolingOffOf(eligibility.acks.get('plans'), now)
  if (cooling.status !== 'CONFIRMED')
    throw refuse('coolingOff', { product: 'plans', ...(cooling.until === null ? {} : { until: cooling.until }) })
}
