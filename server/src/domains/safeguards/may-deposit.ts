import type { LimitName } from '@evenhand/protocol/safeguards.ts'
import type { Session } from '../../kernel/http/http.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { limitText } from './limits.rules.ts'
import type { SafeguardsDeps } from './safeguards.deps.ts'
import { limitOf, runningPause, type Eligibility } from './eligibility.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** The most that may be paid in since a time, epoch ms, in smallest units of USDT, and what more is refused with. */
export type DepositLimit = { readonly since: number; readonly max: bigint; readonly refusal: () => Refusal }

/** The customer's own limits of what is paid in, and over which time. */
export const depositWindows: readonly { name: LimitName; ms: number }[] = [
  { name: 'deposit1d', ms: dayMs },
  { name: 'deposit7d', ms: 7 * dayMs },
  { name: 'deposit30d', ms: 30 * dayMs },
]

type Deps = SafeguardsDeps & { freshEligibility: (customerId: string) => Promise<Eligibility> }

/**
 * Whether a customer may announce a deposit; refuses in this order: country 40001, pause 40005. Returns the customer's own
 * limits (40004), to be guarded where the deposit is written. What arrives all the same is credited: this is about requesting,
 * not about arriving.
 */
export async function mayDeposit(
  deps: Deps,
  { session, ip }: { session: Session; ip: string },
): Promise<DepositLimit[]> {
  deps.mustBeOffered({ product: 'register', mode: 'real', country: session.country, ip })
  const eligibility = await deps.freshEligibility(session.customerId)
  const now = deps.clock.now()
  const pause = runningPause(eligibility, now)
  if (pause !== null) throw refuse('excluded', { until: pause.until })
  return depositWindows.flatMap(({ name, ms }) => {
    const max = limitOf(eligibility, name)
    if (max === null) return []
    return [
      {
        since: now - ms,
        max,
        refusal: () => refuse('ownLimitReached', { limit: name, value: limitText(name, max) }),
      },
    ]
  })
}
