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
/** A job that goes on failing with the same cause is logged once in this span. */
const logEveryMs = 60_000

/**
 * Runs a task again and again, `everyMs` after the last run ended, never twice at once. A run that throws is logged, once a
 * minute while the cause is the same, and the next one comes as usual. `stop` waits for the run in flight.
 */
export function startJob({ name, everyMs, run, log, clock }: JobParams): Job {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let ranAt = 0
  const pause = clock === undefined ? everyMs : Math.min(everyMs, checkEveryMs)
  const isDue = (): boolean => clock === undefined || Math.abs(clock.now() - ranAt) >= everyMs
  const failures = createFailureLog(name, log)
  const next = (): void => {
    ranAt = clock?.now() ?? 0
    current = run()
      .then(failures.end, failures.add)
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

// A database that is away fails some jobs several times a second: their lines would bury what else is logged.
function createFailureLog(job: string, log: Log) {
  let last: { cause: string; loggedAt: number; unlogged: number } | undefined
  return {
    add(thrown: unknown): void {
      const cause = String(thrown)
      const isLogged = last?.cause === cause && performance.now() - last.loggedAt < logEveryMs
      if (last !== undefined && isLogged) return void (last.unlogged += 1)
      log.error({ job, cause, ...(last && last.unlogged > 0 && { unlogged: last.unlogged }) }, 'a job failed')
      last = { cause, loggedAt: performance.now(), unlogged: 0 }
    },
    end: (): void => void (last = undefined),
  }
}
