import type { ConsoleDeps, Waiting } from './console.deps.ts'
import { requestMs } from './operators.rules.ts'
import { waitingRequests } from './requests.store.ts'

const promisedMs = 24 * 3_600_000

type Queue = Waiting & { name: keyof ConsoleDeps['queues'] | 'requests' }

/** What waits for operators, since when, and how much of it is overdue. */
export async function serviceLevels(deps: ConsoleDeps): Promise<{ at: number; queues: Queue[] }> {
  const at = deps.clock.now()
  const [deposits, withdrawals, identity, complaints, fundResets, requests] = await Promise.all([
    deps.queues.deposits(at),
    deps.queues.withdrawals(at),
    deps.queues.identity(at),
    deps.queues.complaints(at),
    deps.queues.fundResets(at),
    waitingRequests(deps.db, at),
  ])
  const isOver = requests.oldestAt !== null && at - requests.oldestAt > promisedMs
  return {
    at,
    queues: [
      { name: 'deposits', ...deposits },
      { name: 'withdrawals', ...withdrawals },
      { name: 'identity', ...identity },
      { name: 'complaints', ...complaints },
      { name: 'fundResets', ...fundResets },
      { name: 'requests', ...requests, overdue: isOver ? 1 : 0, promisedMs: Math.min(promisedMs, requestMs) },
    ],
  }
}
