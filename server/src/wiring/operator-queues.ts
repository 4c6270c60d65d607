import { complaintQueue } from '../domains/complaints/index.ts'
import { identityQueue } from '../domains/kyc/index.ts'
import type { ConsoleDeps, Waiting } from '../domains/operators/index.ts'
import { depositQueue, fundResetQueue, withdrawalQueue } from '../domains/wallet/index.ts'
import { msOf } from '../kernel/clock.ts'
import { owned, type Pools } from '../kernel/db.ts'

const dayMs = 86_400_000

type Queue = { open: number; overdue: number; oldest: Date | null }
const waitingOf = (queue: Queue | undefined, promisedMs: number): Waiting => ({
  open: queue?.open ?? 0,
  overdue: queue?.overdue ?? 0,
  oldestAt: queue?.oldest == null ? null : msOf(queue.oldest),
  promisedMs,
})

/** What waits for operators in each queue, and what its customers were promised; read as the role `console`. */
export function operatorQueues({ console: pool }: Pools): ConsoleDeps['queues'] {
  const wallet = owned<'wallet'>(pool)
  const kyc = owned<'kyc'>(pool)
  const complaints = owned<'complaints'>(pool)
  return {
    deposits: async (now) => waitingOf(await depositQueue(wallet, now), dayMs),
    withdrawals: async (now) => waitingOf(await withdrawalQueue(wallet, now), dayMs),
    identity: async (now) => waitingOf(await identityQueue(kyc, now), 2 * dayMs),
    fundResets: async (now) => waitingOf(await fundResetQueue(wallet, now), 2 * dayMs),
    // Fifteen days from Monday to Friday are three weeks.
    complaints: async (now) => waitingOf(await complaintQueue(complaints, now), 21 * dayMs),
  }
}
