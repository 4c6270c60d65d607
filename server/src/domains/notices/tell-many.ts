import { dateOf } from '../../kernel/clock.ts'
import { sql } from '../../kernel/db.ts'
import type { Handed } from './hand-over.ts'
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
    const step = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ after: bigint; done: boolean }>`
        select after, done_at is not null as done from notices.told_many where what = ${what} for update skip locked`.execute(
        tx,
      )
      const [row] = rows
      // Somebody else is at it.
      if (row === undefined) return { all: false, more: false, told: undefined }
      if (row.done) return { all: true, more: false, told: undefined }
      const handed = await next(row.after)
      const told = await write(tx, handed)
      const last = handed.at(-1)?.accountId
      await sql`update notices.told_many set after = ${last ?? row.after},
        done_at = ${last === undefined ? dateOf(clock.now()) : null} where what = ${what}`.execute(tx)
      return { all: last === undefined, more: last !== undefined, told }
    })
    step.told?.()
    if (!step.more) return step.all
  }
}
