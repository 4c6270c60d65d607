import { refuse } from '../../kernel/refusal.ts'

const mostWaiting = 200

/** Runs tasks of one name one after another, those of different names side by side; beyond a bound it refuses `tooMany`. */
export function createTurns() {
  const last = new Map<string, { tail: Promise<unknown>; waiting: number }>()
  return {
    async take<T>(name: string, task: () => Promise<T>): Promise<T> {
      const line = last.get(name) ?? { tail: Promise.resolve(), waiting: 0 }
      if (line.waiting >= mostWaiting) throw refuse('tooMany', { retryAfterS: 5 })
      line.waiting += 1
      last.set(name, line)
      const mine = line.tail.then(task)
      line.tail = mine.catch(() => {})
      try {
        return await mine
      } finally {
        line.waiting -= 1
        if (line.waiting === 0) last.delete(name)
      }
    },
  }
}
