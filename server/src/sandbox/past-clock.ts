import { sql, type Db } from '../kernel/db/db.ts'
import type { MovableClock } from '../kernel/time/movable-clock.ts'

/** Sets the clock of a sandbox in which nothing has happened yet back by so many milliseconds. By the database's owner. */
export async function setClockBack(owner: Db<'sandbox'>, ms: number): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await sql`delete from sandbox.clock`.execute(tx)
    await sql`insert into sandbox.clock (moved_ms) values (${-ms})`.execute(tx)
  })
}

/** Brings a clock that stands in the past to the present, wherever it stands; one that is not behind stays. */
export async function endPast(db: Db<'sandbox'>): Promise<void> {
  await sql`update sandbox.clock set moved_ms = 0 where moved_ms < 0`.execute(db)
}

/** Moves the clock forward to a time in this process alone; one that it has passed already leaves it where it is. */
export const advanceTo = (clock: MovableClock, at: number): void =>
  clock.advance(Math.max(0, Math.floor(at - clock.now())))

/** The same, and in the database, whose own times follow it. */
export async function moveClockTo(db: Db<'sandbox'>, clock: MovableClock, at: number): Promise<void> {
  advanceTo(clock, at)
  await sql`update sandbox.clock set moved_ms = ${clock.movedMs()}`.execute(db)
}
