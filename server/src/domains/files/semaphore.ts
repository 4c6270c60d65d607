import { refuse } from '../../kernel/http/refusal.ts'

/** Work that takes much memory: some at a time, some waiting, and none beyond. */
export type Semaphore = { run<R>(work: () => Promise<R>): Promise<R> }

/** Runs at most `max` at once, the others in their order; refuses 40029 where `waiting` wait already. */
export function createSemaphore({ max, waiting }: { max: number; waiting: number }): Semaphore {
  let running = 0
  const queue: (() => void)[] = []
  return {
    async run(work) {
      if (running >= max) {
        if (queue.length >= waiting) throw refuse('tooMany', { retryAfterS: 5 })
        // A task that ends passes its permit on, so that no later one slips in between.
        await new Promise<void>((release) => void queue.push(release))
      } else running += 1
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
