import type { Log } from '../../kernel/log.ts'
import type { PushService, Pushing, PushTo } from '../../kernel/push/service.ts'

export type PushJob = { to: PushTo; what: Pushing }
type Params = {
  push: PushService
  log: Log
  /** A browser is gone for good. */
  gone: (endpoint: string) => Promise<void>
  /** Milliseconds before each try after the first. */
  pausesMs?: readonly number[]
}

/** Messages that wait, and messages on their way at once; what comes beyond is in the app alone. */
const maxWaiting = 5000
const maxRunning = 16
const longestPauseMs = 600_000

/**
 * Sends messages to push services, a few at once. What fails for now is tried again after a pause that grows, or that the
 * service named; a service that knows a browser no more (404, 410) has it forgotten.
 */
export function createPushQueue({ push, log, gone, pausesMs = [2_000, 15_000, 60_000, 300_000] }: Params) {
  let waiting: { job: PushJob; tries: number }[] = []
  const running = new Set<Promise<void>>()
  const pauses = new Set<NodeJS.Timeout>()
  let stopped = false

  const again = (job: PushJob, tries: number, retryAfterS: number | undefined): void => {
    const pause = pausesMs[tries]
    if (pause === undefined || stopped || pauses.size >= maxWaiting)
      return log.warn({ tries: tries + 1 }, 'a message could not be pushed')
    const timer = setTimeout(
      () => {
        pauses.delete(timer)
        waiting.push({ job, tries: tries + 1 })
        run()
      },
      Math.max(pause, Math.min(longestPauseMs, (retryAfterS ?? 0) * 1000)),
    )
    pauses.add(timer)
  }
  const sendOne = async ({ job, tries }: { job: PushJob; tries: number }): Promise<void> => {
    try {
      const { status, retryAfterS } = await push.send(job.to, job.what)
      if (status === 404 || status === 410) return await gone(job.to.endpoint)
      if (status === 429 || status >= 500) return again(job, tries, retryAfterS)
      if (status < 200 || status >= 300) log.warn({ status }, 'a push service took no message')
    } catch (cause) {
      log.info({ cause: String(cause) }, 'a push service did not answer')
      again(job, tries, undefined)
    }
  }
  const run = (): void => {
    while (running.size < maxRunning) {
      const next = waiting.shift()
      if (next === undefined) return
      const sent = sendOne(next)
        .catch((cause: unknown) => log.error({ cause: String(cause) }, 'a browser could not be forgotten'))
        .finally(() => {
          running.delete(sent)
          run()
        })
      running.add(sent)
    }
  }
  return {
    add(jobs: readonly PushJob[]): void {
      if (stopped) return
      const room = Math.max(0, maxWaiting - waiting.length)
      if (room < jobs.length) log.warn({ count: jobs.length - room }, 'too many messages at once: not pushed')
      for (const job of jobs.slice(0, room)) waiting.push({ job, tries: 0 })
      run()
    },
    /** Resolves when nothing is on its way; what waits for its next try is not waited for. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
    /** Drops what waits, and resolves when what is on its way has ended. */
    async stop(): Promise<void> {
      stopped = true
      waiting = []
      for (const timer of pauses) clearTimeout(timer)
      pauses.clear()
      await Promise.all(running)
    },
  }
}

export type PushQueue = ReturnType<typeof createPushQueue>
