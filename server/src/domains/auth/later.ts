import type { Log } from '../../kernel/log.ts'

/** Work that an answer does not wait for: mails, and writes that only known accounts have. */
export type Later = {
  /** Begins a task after the answer; what fails is logged as `what`. */
  run(what: string, task: () => Promise<void>): void
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

/** Beyond so many at once the world is broken, and what is left undone is said in the log. */
const most = 2000

export function createLater({ log }: { log: Log }): Later {
  const running = new Set<Promise<void>>()
  return {
    run(what, task) {
      if (running.size >= most) return log.error({ what, most }, 'too much is under way, so this was not done')
      // A turn of the loop later, so that an answer with such work takes no longer than one without.
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(task)
        .catch((cause: unknown) => log.error({ what, cause: String(cause) }, 'work after an answer failed'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
