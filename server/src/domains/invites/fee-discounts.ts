import { inviteRules } from '@evenhand/protocol/invites.ts'
import { createLane } from '../../kernel/concurrency/lanes.ts'
import type { Session } from '../../kernel/http/http.ts'
import type { InvitesDeps } from './invites.deps.ts'
import { discountUntil } from './invites.rules.ts'
import { boundAt } from './invites.store.ts'

const discountPpm = BigInt(inviteRules.discountPercent) * 10_000n

/**
 * Returns how many millionths of each fee of a contract a customer does not pay on an order accepted now. Every order reads it,
 * so that those of one moment are read by one statement.
 */
export function openFeeDiscounts(deps: InvitesDeps): (session: Session) => Promise<bigint> {
  const lane = createLane<{ customerId: string }, number | undefined>({
    name: 'fee discounts',
    // Reads of one customer may share a batch.
    ownerOf: (request) => request,
    maxBatch: 500,
    maxQueue: 20_000,
    log: deps.log,
    async post(batch) {
      const found = await boundAt(
        deps.db,
        batch.map(({ customerId }) => customerId),
      )
      return batch.map(({ customerId }) => found.get(customerId))
    },
  })
  return async ({ customerId, country }) => {
    if (!deps.isOffered({ country })) return 0n
    const at = await lane.send({ customerId })
    return at !== undefined && deps.clock.now() < discountUntil(at) ? discountPpm : 0n
  }
}
