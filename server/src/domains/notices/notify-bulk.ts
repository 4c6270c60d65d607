import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { NotificationEvent } from './write-notices.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { NoticesDb } from './notices.store.ts'

export type Many = {
  /** What it is about; customers are notified of it once. */
  what: string
  /** The next events after an account, in the order of accounts; none where all are notified. */
  next: (after: bigint) => Promise<readonly NotificationEvent[]>
}
type Write = (tx: NoticesDb, events: readonly NotificationEvent[]) => Promise<() => void>

/**
 * Notifies many customers of one thing, some at a time. How far it came is kept with the notices of the same step, so a process that
 * begins it again, in this process or another, goes on from there. Returns whether all are notified.
 */
export async function notifyBulk({ db, clock }: NoticesDeps, write: Write, { what, next }: Many): Promise<boolean> {
  await sql`insert into notices.bulk_runs (what) values (${what}) on conflict do nothing`.execute(db)
  for (;;) {
    const known = await sql<{ after: bigint; done: boolean }>`
      select after, done_at is not null as done from notices.bulk_runs where what = ${what}`.execute(db)
    const [row] = known.rows
    if (row === undefined || row.done) return row?.done === true
    // Read before the step, which holds a connection: none is waited for while another is held.
    const events = await next(row.after)
    const last = events.at(-1)?.accountId
    const notifyAfterCommit = await db.transaction().execute(async (tx) => {
      const { rows } = await sql`select from notices.bulk_runs
        where what = ${what} and after = ${row.after} and done_at is null for update skip locked`.execute(tx)
      // Another process is running it, or has taken this step.
      if (rows.length === 0) return undefined
      const notify = await write(tx, events)
      await sql`update notices.bulk_runs set after = ${last ?? row.after},
        done_at = ${last === undefined ? dateOf(clock.now()) : null} where what = ${what}`.execute(tx)
      return notify
    })
    if (notifyAfterCommit === undefined) return false
    notifyAfterCommit()
    if (last === undefined) return true
  }
}
