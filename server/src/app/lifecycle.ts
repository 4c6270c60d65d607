import { startJob, type Job } from '../kernel/jobs/jobs.ts'
import type { Log } from '../kernel/log.ts'
import type { Module } from '../kernel/module/module.ts'
import type { Clock } from '../kernel/time/clock.ts'

/** What of a module is started and stopped. */
type Running = Pick<Module, 'jobs' | 'start' | 'stop'>

/** Starts modules in their order and then all their jobs; stops them the other way round, also those that never ran. */
export function createLifecycle(
  modules: readonly Running[],
  { clock, log, isClock = true }: { clock: Clock; log: Log; isClock?: boolean },
) {
  const jobs: Job[] = []
  let [ready, stopped] = [false, false]
  return {
    isReady: (): boolean => ready,
    async start(): Promise<void> {
      for (const { start } of modules) {
        await start?.({ isClock })
        // Stopped while it started: no further module is started.
        if (stopped) return
      }
      const due = modules.flatMap((module) => module.jobs ?? []).filter((job) => isClock || job.inEveryProcess)
      for (const { byClock, inEveryProcess: _, ...job } of due)
        jobs.push(startJob({ ...job, log, ...(byClock && { clock }) }))
      ready = true
    },
    /** No longer ready, though calls that are under way are still served. */
    leave: (): void => void (ready = false),
    /** Waits for the runs in flight, then ends what the modules began, the last one first. */
    async stop(): Promise<void> {
      ready = false
      stopped = true
      await Promise.all(jobs.map((job) => job.stop()))
      for (const { stop } of modules.toReversed()) await stop?.()
    },
  }
}
