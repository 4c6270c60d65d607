import type { Log } from './log.ts'

export type Job = { stop(): Promise<void> }
export type JobOf = { name: string; everyMs: number; run: () => Promise<void>; log: Log }

/**
 * Runs a task again and again, `everyMs` after the last run ended, never twice at once. A run that throws is logged and
 * the next one comes as usual. `stop` waits for the run in flight.
 */
export function startJob({ name, everyMs, run, log }: JobOf): Job {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  const next = (): void => {
    current = run()
      .catch((cause: unknown) => log.error({ job: name, cause: String(cause) }, 'a job failed'))
      .then(() => {
        if (!stopped) timer = setTimeout(next, everyMs)
      })
  }
  timer = setTimeout(next, 0)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
