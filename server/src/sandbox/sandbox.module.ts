import type { Markets } from '../domains/markets/index.ts'
import type { Options } from '../domains/options/index.ts'
import { owned, type Pools } from '../kernel/db/db.ts'
import type { Job } from '../kernel/jobs/jobs.ts'
import type { Log } from '../kernel/log.ts'
import type { Module } from '../kernel/module/module.ts'
import type { MovableClock } from '../kernel/time/movable-clock.ts'
import { followClock } from './follow-clock.ts'
import { recordSecond } from './record-second.ts'
import { sandboxRoutes } from './sandbox.routes.ts'

type Params = { pools: Pools; clock: MovableClock; log: Log; markets: Markets; options: Options }

/** The clock that a person may move. In a sandbox this process's clock goes where any process has moved it. */
export function sandboxModule({ pools, clock, log, markets, options }: Params): Module {
  const db = owned<'sandbox'>(pools.api)
  const record = (): Promise<void> => recordSecond({ clock, markets })
  let following: Job | undefined
  return {
    name: 'sandbox',
    routes: sandboxRoutes({
      db,
      clock,
      recordSecond: record,
      settle: options.settleNow,
      dueUntil: options.dueUntil,
    }),
    start() {
      const onMoved = async (): Promise<void> => (markets.isActing() ? record() : undefined)
      following = followClock({ db, clock, log, onMoved })
    },
    stop: async () => void (await following?.stop()),
  }
}
