import type { LimitName } from '@evenhand/protocol/safeguards.ts'
import { utcDay } from '../../kernel/time/clock.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { limitText } from './limits.rules.ts'
import type { SafeguardsDeps } from './safeguards.deps.ts'

type Reached = { accountId: bigint; limit: LimitName; value: bigint }

/**
 * Refusal 40004 {limit, value} of an order that the customer's own limit stops. The customer is told of it as a notice
 * too, once a UTC day and limit: somebody else may be trading, or the customer may have forgotten the limit.
 */
export function limitReached(
  { clock, reached }: Pick<SafeguardsDeps, 'clock' | 'reached'>,
  { accountId, limit, value }: Reached,
): Refusal {
  const params = { limit, value: limitText(limit, value) }
  reached?.({ accountId, params, ref: `${limit} ${utcDay(clock.now())}` })
  return refuse('ownLimitReached', params)
}
