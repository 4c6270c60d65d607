import { setTimeout as wait } from 'node:timers/promises'
import type { Markets } from '../domains/markets/index.ts'
import type { Clock } from '../kernel/time/clock.ts'

/** How long the process that records prices may take to follow a clock which another has moved. */
const followMs = 10_000

type Recording = Pick<Markets, 'isActing' | 'tick' | 'compacted' | 'newestRecorded'>

/** Has the present second recorded: by this process, or by the one that records prices, which follows the clock. */
export async function recordSecond({ clock, markets }: { clock: Clock; markets: Recording }): Promise<void> {
  if (markets.isActing()) {
    await markets.tick()
    return markets.compacted()
  }
  const second = Math.floor(clock.now() / 1000) * 1000
  const until = clock.monotonic() + followMs
  while ((await markets.newestRecorded()) < second) {
    if (clock.monotonic() > until) throw new Error('no process records the prices of a moved clock')
    await wait(50)
  }
}
