import { moveClock, readClock } from '@evenhand/protocol/sandbox.ts'
import { jobBoundMs, withinBound } from '../kernel/db/query-timeout.ts'
import { handle, type Mounted } from '../kernel/http/http.ts'
import { createAdvanceClock, type AdvanceDeps } from './advance-clock.ts'

/** The clock of a sandbox. Mounted where prices are not live; nowhere else does it exist. */
export function sandboxRoutes(deps: AdvanceDeps): Mounted[] {
  const { clock } = deps
  const advance = createAdvanceClock(deps)
  return [
    // A move settles whatever falls due in it, and its caller knows that this takes its time.
    handle(moveClock, (request) => withinBound(jobBoundMs, () => advance(request))),
    handle(readClock, async () => ({ now: clock.now(), movedMs: clock.movedMs() })),
  ]
}
