import { sql, type Db } from '../kernel/db.ts'
import type { MovableClock } from '../kernel/movable-clock.ts'
import { refuse } from '../kernel/refusal.ts'
import { clockStops } from './clock-stops.ts'

export type AdvanceDeps = {
  db: Db<'sandbox'>
  clock: MovableClock
  /** Records the prices of the present second, and waits until the minutes before it are in their candles. */
  recordSecond: () => Promise<void>
  /** Decides what is due by now. */
  settle: () => Promise<void>
  /** When running orders fall due up to a time, epoch ms. */
  dueUntil: (ms: number) => Promise<readonly number[]>
}

/** How far the clock of this sandbox has been moved; read before anything asks the time. */
export async function storedMove(db: Db<'sandbox'>): Promise<number> {
  const { rows } = await sql<{ moved: number }>`select moved_ms::float8 as moved from sandbox.clock`.execute(db)
  return rows[0]?.moved ?? 0
}

/** Whether made-up customers were ever loaded into this database. */
export async function isSeeded(db: Db<'sandbox'>): Promise<boolean> {
  const { rows } = await sql<{ seeded: boolean }>`select exists (select from sandbox.seeds) as seeded`.execute(db)
  return rows[0]?.seeded === true
}

/**
 * Moves the product's clock forward by so many milliseconds, from stop to stop: at each the prices of that second are
 * recorded, and what fell due is decided, as if the time had passed. One move at a time: refuses `tooMany` meanwhile.
 */
export function createAdvanceClock({ db, clock, recordSecond, settle, dueUntil }: AdvanceDeps) {
  let moving = false

  const moveBy = async (step: number): Promise<void> => {
    // Stored first: a process that dies here comes back in the future, where its record ends, and not before it.
    await sql`update sandbox.clock set moved_ms = ${clock.movedMs() + step}`.execute(db)
    clock.advance(step)
    await recordSecond()
  }

  return async ({ advanceMs }: { advanceMs: number }): Promise<{ now: number; movedMs: number }> => {
    if (moving) throw refuse('tooMany', { retryAfterS: 5 })
    moving = true
    try {
      const from = clock.now()
      const to = from + advanceMs
      const goal = clock.movedMs() + advanceMs
      // The machine's clock runs on meanwhile, so a step is what is left to its stop, and never beyond the goal.
      for (const at of clockStops({ from, to, due: await dueUntil(to) }))
        await moveBy(Math.min(Math.max(0, at - clock.now()), goal - clock.movedMs()))
      await moveBy(goal - clock.movedMs())
      await settle()
      return { now: clock.now(), movedMs: clock.movedMs() }
    } finally {
      moving = false
    }
  }
}
