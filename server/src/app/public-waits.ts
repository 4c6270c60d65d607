import { publicServiceLevels, type ComplaintCounts, type PublicWaits } from '@evenhand/protocol/books.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { handle, type Mounted } from '../kernel/http/http.ts'
import type { QueueSpec } from '../kernel/module/queue.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

/** A minute is as old as a public count of what is overdue may be. */
const freshMs = 30_000

type Params = { clock: Clock; queues: readonly QueueSpec[]; complaints: (now: number) => Promise<ComplaintCounts> }
type Levels = { asOf: number; queues: PublicWaits[]; complaints: ComplaintCounts }

async function countWaits({ queues, complaints }: Params, asOf: number): Promise<Levels> {
  const counted: PublicWaits[] = []
  // One after the other, to take one connection.
  for (const queue of queues) {
    const waits = await queue.publicWaits?.(asOf)
    const promisedHours = Math.round(queue.promisedMs / hourMs)
    if (waits !== undefined) counted.push({ queue: queue.name, promisedHours, ...waits })
  }
  return { asOf, queues: counted, complaints: await complaints(asOf) }
}

/** How long customers wait, publicly; counted at most twice a minute for all callers. */
export function publicWaits(params: Params): Mounted[] {
  let newest: Promise<Levels> | undefined
  let countedAt = Number.NEGATIVE_INFINITY
  return [
    handle(publicServiceLevels, async () => {
      const now = params.clock.now()
      if (newest === undefined || Math.abs(now - countedAt) > freshMs) {
        countedAt = now
        newest = countWaits(params, now)
        newest.catch(() => (newest = undefined))
      }
      return newest
    }),
  ]
}
