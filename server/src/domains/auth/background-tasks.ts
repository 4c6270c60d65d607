import type { Log } from '../../kernel/log.ts'

/** Work that a response does not wait for: codes by mail, and writes that only known accounts have. */
export type BackgroundTasks = {
  /** Begins a task after the response; what fails is logged as `what`. */
  run(what: string, task: () => Promise<void>): void
  /** Resolves when nothing is under way, or after so many milliseconds: a mail server that hangs holds up no stop. */
  idle(maxMs?: number): Promise<void>
}

/** Beyond so many at once something outside is broken, and what is left undone is logged. */
const max = 2000

/** What responses do not wait for, counted so that a stop can wait for it. */
export function createBackgroundTasks({ log }: { log: Log }): BackgroundTasks {
  const running = new Set<Promise<void>>()
  return {
    run(what, task) {
      if (running.size >= max) return log.error({ what, max }, 'too much is under way, so this was not done')
      // One tick of the event loop later, so that a response with such work takes no longer than one without.
      const done: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(task)
        .catch((cause: unknown) => log.error({ what, cause: String(cause) }, 'background task failed'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async idle(maxMs) {
      let late = false
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        if (maxMs === undefined) return
        timer = setTimeout(() => {
          late = true
          resolve()
        }, maxMs)
      })
      while (running.size > 0 && !late) await Promise.race([Promise.all(running), patience])
      clearTimeout(timer)
    },
  }
}
