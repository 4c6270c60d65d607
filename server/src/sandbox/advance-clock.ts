import { sql, type Db } from '../kernel/db/db.ts'
import type { MovableClock } from '../kernel/time/movable-clock.ts'
import { refuse } from '../kernel/http/refusal.ts'
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

/** A process that dies in the middle of a move keeps the others from moving for so long. */
const moveLeaseS = 120

/** Becomes the one mover of the clock; false while another moves it. */
async function takeMove(db: Db<'sandbox'>): Promise<boolean> {
  const { rows } = await sql`
    update sandbox.clock set moving_until = clock_timestamp() + make_interval(secs => ${moveLeaseS})
    where moving_until is null or moving_until < clock_timestamp() returning true`.execute(db)
  return rows.length > 0
}

/** How far the clock of this sandbox has been moved; read before any code reads the time. */
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
 * recorded, and what fell due is decided, as if the time had passed. One move at a time, by whichever process: refuses
 * `tooMany` meanwhile.
 */
export function createAdvanceClock({ db, clock, recordSecond, settle, dueUntil }: AdvanceDeps) {
  const moveBy = async (step: number): Promise<void> => {
    // Stored first: a process that dies here comes back in the future, where its record ends, and not before it.
    const goal = clock.movedMs() + step
    await sql`
      update sandbox.clock set moved_ms = ${goal}, moving_until = clock_timestamp() + make_interval(secs => ${moveLeaseS})`.execute(
      db,
    )
    // It may have followed the stored move by itself meanwhile.
    clock.advance(Math.max(0, goal - clock.movedMs()))
    await recordSecond()
  }

  return async ({ advanceMs }: { advanceMs: number }): Promise<{ now: number; movedMs: number }> => {
    if (!(await takeMove(db))) throw refuse('tooMany', { retryAfterS: 5 })
    try {
      clock.advance(Math.max(0, (await storedMove(db)) - clock.movedMs()))
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
      await sql`update sandbox.clock set moving_until = null`.execute(db)
    }
  }
}
