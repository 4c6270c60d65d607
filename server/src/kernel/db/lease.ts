import type { Kysely } from 'kysely'
import { sql, type DB } from './db.ts'

/** Any constants: the session lock of the one acting feed, and that of the one process that does what is done once. */
export const leaseKeys = { feed: 7_215_805, clock: 7_215_806 } as const

/** The lock of `leaseKeys`, held on a connection of its own. */
export type Lease = {
  /** The process of PostgreSQL that holds it. */
  pid: number
  /** Resolves when it is held no more, be it released or its connection lost. */
  ended: Promise<void>
  release(): Promise<void>
}

const pollEveryMs = 500

/** Takes a lease, or returns undefined while another process has it. It ends with this process at the latest. */
export async function tryLease(db: Kysely<DB>, key: number): Promise<Lease | undefined> {
  const released = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<number | undefined>()
  let isReleased = false
  const holding = db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid where pg_try_advisory_lock(${key})`.execute(connection)
    taken.resolve(rows[0]?.pid)
    if (rows.length === 0) return
    while (!isReleased) {
      await Promise.race([released.promise, pause(pollEveryMs)])
      // Fails once the connection is lost, and the lock with it.
      if (!isReleased) await sql`select 1`.execute(connection)
    }
    await sql`select pg_advisory_unlock(${key})`.execute(connection)
  })
  holding.catch(taken.reject)
  const pid = await taken.promise
  if (pid === undefined) return undefined
  const ended = holding.catch(() => undefined)
  return {
    pid,
    ended,
    async release() {
      isReleased = true
      released.resolve()
      await ended
    },
  }
}

/** The process of PostgreSQL that holds a lease; undefined where it is free. */
export async function leaseHolder(db: Kysely<DB>, key: number): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks
    where locktype = 'advisory' and granted and classid = 0 and objid = ${key} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.pid
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
