import type { Kysely } from 'kysely'
import { sql, type DB } from '../../../kernel/db/db.ts'

/** Any constant: the session lock of the one acting feed. */
const feedKey = 7_215_805

/** Holds the lock of the acting feed on a connection of its own until `release`. */
export type FeedLease = { release(): Promise<void> }

/** Becomes the acting feed, or answers undefined while another process is. The lock ends with this process at the latest. */
export async function tryFeedLease(db: Kysely<DB>): Promise<FeedLease | undefined> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let settle = (_held: boolean): void => {}
  let fail = (_cause: unknown): void => {}
  const taken = new Promise<boolean>((resolve, reject) => {
    settle = resolve
    fail = reject
  })
  const holding = db.connection().execute(async (connection) => {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${feedKey}) as held`.execute(connection)
    const held = rows[0]?.held === true
    settle(held)
    if (!held) return
    await released
    await sql`select pg_advisory_unlock(${feedKey})`.execute(connection)
  })
  holding.catch(fail)
  if (!(await taken)) return undefined
  return {
    async release() {
      release()
      await holding.catch(() => undefined)
    },
  }
}
