import type { LimitName } from '@evenhand/protocol/safeguards.ts'
import { utcDay } from '../../kernel/time/clock.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { limitText } from './limits.rules.ts'
import type { SafeguardsDeps } from './safeguards.deps.ts'

type Reached = { accountId: bigint; limit: LimitName; value: bigint }
export type LimitReached = (reached: Reached) => Promise<Refusal>

/** Notices that a process remembers to have published; beyond it, it forgets them and publishes anew, to no effect. */
const maxPublished = 10_000

/**
 * Returns refusal 40004 {limit, value} of an order that the customer's own limit stops. The customer is notified too, once
 * a UTC day and limit: a thief may be trading, or the customer may have forgotten the limit. The notice is
 * published before the order is refused; an order that is refused again the same day writes nothing.
 */
export function createLimitReached({ clock, reached }: Pick<SafeguardsDeps, 'clock' | 'reached'>): LimitReached {
  const published = new Set<string>()
  return async ({ accountId, limit, value }) => {
    const params = { limit, value: limitText(limit, value) }
    const ref = `${limit} ${utcDay(clock.now())}`
    const key = `${accountId} ${ref}`
    if (!published.has(key)) {
      await reached?.({ accountId, params, ref })
      if (published.size >= maxPublished) published.clear()
      published.add(key)
    }
    return refuse('ownLimitReached', params)
  }
}
