import type { Db } from '../kernel/db/db.ts'
import { startJob, type Job } from '../kernel/jobs/jobs.ts'
import type { Log } from '../kernel/log.ts'
import type { MovableClock } from '../kernel/time/movable-clock.ts'
import { storedMove } from './advance-clock.ts'

/** Much less than the second for which a price is recorded. */
const everyMs = 150

type FollowDeps = {
  db: Db<'sandbox'>
  clock: MovableClock
  log: Log
  /** Called when another process has moved the clock, with this one's clock moved as well. */
  onMoved: () => Promise<void>
}

/** Keeps this process's clock where any process of the sandbox has moved it. */
export const followClock = ({ db, clock, log, onMoved }: FollowDeps): Job =>
  startJob({
    name: 'follow the clock',
    everyMs,
    log,
    async run() {
      const behindMs = (await storedMove(db)) - clock.movedMs()
      // What this process moves itself is stored a moment before its own clock runs ahead.
      if (behindMs <= 0) return
      clock.advance(behindMs)
      await onMoved()
    },
  })
