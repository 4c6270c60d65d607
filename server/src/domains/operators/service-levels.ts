import { msOf } from '../../kernel/time/clock.ts'
import type { ConsoleDeps } from './console.deps.ts'

type Queue = { name: string; open: number; overdue: number; oldestAt: number | null; promisedMs: number }

/** What waits for operators, since when, and how much of it is overdue. */
export async function serviceLevels({ clock, queues }: ConsoleDeps): Promise<{ at: number; queues: Queue[] }> {
  const at = clock.now()
  const read = queues.map(async ({ name, promisedMs, waiting }): Promise<Queue> => {
    const found = await waiting(at)
    return {
      name,
      open: found?.open ?? 0,
      overdue: found?.overdue ?? 0,
      oldestAt: found?.oldest == null ? null : msOf(found.oldest),
      promisedMs: found?.promisedMs ?? promisedMs,
    }
  })
  return { at, queues: await Promise.all(read) }
}
