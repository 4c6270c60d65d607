import type { Clock } from '../time/clock.ts'
import type { Log } from '../log.ts'

export type Job = { stop(): Promise<void> }
export type JobParams = {
  name: string
  everyMs: number
  run: () => Promise<void>
  log: Log
  /** Where given, `everyMs` passes by this clock: a job of every hour runs when a sandbox's clock has moved an hour. */
  clock?: Pick<Clock, 'now'>
}

const checkEveryMs = 2000

/**
 * Runs a task again and again, `everyMs` after the last run ended, never twice at once. A run that throws is logged and
 * the next one comes as usual. `stop` waits for the run in flight.
 */
export function startJob({ name, everyMs, run, log, clock }: JobParams): Job {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let ranAt = 0
  const pause = clock === undefined ? everyMs : Math.min(everyMs, checkEveryMs)
  const isDue = (): boolean => clock === undefined || Math.abs(clock.now() - ranAt) >= everyMs
  const next = (): void => {
    ranAt = clock?.now() ?? 0
    current = run()
      .catch((cause: unknown) => log.error({ job: name, cause: String(cause) }, 'a job failed'))
      .then(() => {
        if (!stopped) timer = setTimeout(check, pause)
      })
  }
  const check = (): void => {
    if (isDue()) next()
    else timer = setTimeout(check, pause)
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
