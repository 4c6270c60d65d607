import { refuse } from '../http/refusal.ts'

const maxWaiting = 200

/** Runs tasks of one key one after another, those of different keys side by side; beyond a bound it refuses `tooMany`. */
export function createKeyedMutex() {
  const queues = new Map<string, { tail: Promise<unknown>; waiting: number }>()
  return {
    async run<T>(key: string, task: () => Promise<T>): Promise<T> {
      const queue = queues.get(key) ?? { tail: Promise.resolve(), waiting: 0 }
      if (queue.waiting >= maxWaiting) throw refuse('tooMany', { retryAfterS: 5 })
      queue.waiting += 1
      queues.set(key, queue)
      const mine = queue.tail.then(task)
      queue.tail = mine.catch(() => {})
      try {
        return await mine
      } finally {
        queue.waiting -= 1
        if (queue.waiting === 0) queues.delete(key)
      }
    },
  }
}
