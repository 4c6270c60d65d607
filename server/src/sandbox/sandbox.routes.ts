import { moveClock, readClock } from '@evenhand/protocol/sandbox.ts'
import { handle, type Mounted } from '../kernel/http.ts'
import { createAdvanceClock, type AdvanceDeps } from './advance-clock.ts'

/** The clock of a sandbox. Mounted where prices are not live; nowhere else does it exist. */
export function sandboxRoutes(deps: AdvanceDeps): Mounted[] {
  const { clock } = deps
  return [
    handle(moveClock, createAdvanceClock(deps)),
    handle(readClock, async () => ({ now: clock.now(), movedMs: clock.movedMs() })),
  ]
}
