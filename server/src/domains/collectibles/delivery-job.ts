import type { TokenChain } from './collectibles.deps.ts'
import { runDeliveries, type DeliveryDeps } from './deliver-collectibles.ts'
import { oldestDelivery } from './delivery.store.ts'

/** What the process with the clock runs again and again, and how long the oldest delivery waits. */
export function openDeliveryJob(deps: DeliveryDeps) {
  let chain: Promise<TokenChain> | undefined
  let lagMs = 0
  return {
    async runOnce(): Promise<void> {
      const oldest = await oldestDelivery(deps.tokens.db)
      lagMs = oldest === undefined ? 0 : Math.max(0, deps.clock.now() - oldest)
      // What signs is loaded when there is something to sign.
      if (oldest !== undefined) await runDeliveries({ ...deps, chain: await (chain ??= deps.tokens.open()) })
    },
    lagMs: (): number => lagMs,
  }
}
