import type { Session } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { SafeguardsDeps } from './safeguards.deps.ts'
import { runningPause, type Eligibility } from './eligibility.ts'

type Deps = SafeguardsDeps & { freshEligibility: (customerId: string) => Promise<Eligibility> }

/** Whether a customer may bid for a collectible or buy one; refuses in this order: country 40001, pause 40005. */
export async function mayBid(deps: Deps, { session, ip }: { session: Session; ip: string }): Promise<void> {
  deps.mustBeOffered({ product: 'collectibles', mode: 'real', country: session.country, ip })
  const pause = runningPause(await deps.freshEligibility(session.customerId), deps.clock.now())
  if (pause !== null) throw refuse('excluded', { until: pause.until })
}
