import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Handed } from './outbox.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { NoticesDb } from './notices.store.ts'

export type Many = {
  /** What it is about; customers are told of it once. */
  what: string
  /** The next events after an account, in the order of accounts; none where all are told. */
  next: (after: bigint) => Promise<readonly Handed[]>
}
type Write = (tx: NoticesDb, handed: readonly Handed[]) => Promise<() => void>

/**
 * Tells many customers of one thing, some at a time. How far it came is kept with the notices of the same step, so whoever
 * begins it again, in this process or another, goes on from there. Answers whether all are told.
 */
export async function tellMany({ db, clock }: NoticesDeps, write: Write, { what, next }: Many): Promise<boolean> {
  await sql`insert into notices.told_many (what) values (${what}) on conflict do nothing`.execute(db)
  for (;;) {
    const known = await sql<{ after: bigint; done: boolean }>`
      select after, done_at is not null as done from notices.told_many where what = ${what}`.execute(db)
    const [row] = known.rows
    if (row === undefined || row.done) return row?.done === true
    // Read before the step, which holds a connection: none is waited for while another is held.
    const handed = await next(row.after)
    const last = handed.at(-1)?.accountId
    const told = await db.transaction().execute(async (tx) => {
      const { rows } = await sql`select from notices.told_many
        where what = ${what} and after = ${row.after} and done_at is null for update skip locked`.execute(tx)
      // Somebody else is at it, or has taken this step.
      if (rows.length === 0) return undefined
      const tell = await write(tx, handed)
      await sql`update notices.told_many set after = ${last ?? row.after},
        done_at = ${last === undefined ? dateOf(clock.now()) : null} where what = ${what}`.execute(tx)
      return tell
    })
    if (told === undefined) return false
    told()
    if (last === undefined) return true
  }
}
