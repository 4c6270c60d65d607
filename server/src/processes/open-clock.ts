import { SetupError, type Config } from '../kernel/config/config.ts'
import { openPool, owned } from '../kernel/db/db.ts'
import { systemClock, type Clock } from '../kernel/time/clock.ts'
import { movableClock, type MovableClock } from '../kernel/time/movable-clock.ts'
import { isSeeded, storedMove } from '../sandbox/advance-clock.ts'

/** Whether a start ended while the past week of a new sandbox was played: its clock is still in the past. */
export async function isClockInPast(url: string): Promise<boolean> {
  const pool = openPool({ url, role: 'api', max: 1 })
  return (await storedMove(owned<'sandbox'>(pool)).finally(() => pool.destroy())) < 0
}

/**
 * The machine's clock; in a sandbox it runs as far ahead as it was moved. Live refuses a database where it was,
 * and one with made-up customers.
 */
export async function openClock(config: Config, url: string): Promise<{ clock: Clock; movable?: MovableClock }> {
  const pool = openPool({ url, role: 'api', max: 1 })
  const sandbox = owned<'sandbox'>(pool)
  const [moved, seeded] = await Promise.all([storedMove(sandbox), isSeeded(sandbox)]).finally(() => pool.destroy())
  if (config.mode === 'live') {
    if (seeded)
      throw new SetupError(
        'MODE=live refuses this database: made-up customers were loaded into it. Use a database of its own.',
      )
    if (moved === 0) return { clock: systemClock }
    throw new SetupError(
      'MODE=live refuses this database: the clock of the sandbox it comes from was moved forward. Use a database of its own.',
    )
  }
  if (config.feed !== 'live') {
    const movable = movableClock(systemClock, moved)
    return { clock: movable, movable }
  }
  // The prices of exchanges are of now: a clock ahead of them would see them all as old.
  if (moved === 0) return { clock: systemClock }
  throw new SetupError('FEED=live cannot run on this database: its clock was moved forward. Use another DATA_DIR.')
}
