import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseWatch } from '../kernel/db/database-watch.ts'
import { openPool, type DB } from '../kernel/db/db.ts'
import { leaseHolder, leaseKeys, tryLease, type Lease } from '../kernel/db/lease.ts'
import type { Log } from '../kernel/log.ts'
import type { Module } from '../kernel/module/module.ts'
import type { Kysely } from 'kysely'

export type ClockLeaseParams = {
  url: string
  watch: DatabaseWatch
  log: Log
  /** Called when another process has become the clock while the database was away: this one must end. */
  replaced?: (() => void) | undefined
}

const retryMs = 500

/**
 * Starts before every domain: a process with the role `clock` waits here while another one acts, and goes on when that one is
 * gone. One whose connection breaks takes the lease again; it goes on meanwhile, since what it does reaches the database or
 * not at all, and each change of it counts once there.
 */
export function clockLease({ url, watch, log, replaced }: ClockLeaseParams): Module {
  let db: Kysely<DB> | undefined
  let held: Lease | undefined
  let stopping = false

  const take = async (from: Kysely<DB>): Promise<void> => {
    for (let waited = false; !stopping; waited = true) {
      held = await tryLease(from, leaseKeys.clock)
      if (held !== undefined) return
      if (!waited) log.warn({}, 'another process has the clock; this one waits')
      await wait(retryMs)
    }
  }

  /** Undefined where another process has it. The database may still count the connection that broke as its holder. */
  const takeAgain = async (from: Kysely<DB>, former: Lease): Promise<Lease | undefined> => {
    for (; !stopping; await wait(retryMs)) {
      try {
        const lease = await tryLease(from, leaseKeys.clock)
        if (lease !== undefined) return lease
        const holder = await leaseHolder(from, leaseKeys.clock)
        if (holder !== undefined && holder !== former.pid) return undefined
      } catch {
        // The database is away, which `database-watch` logs.
      }
    }
    return undefined
  }

  const keep = async (from: Kysely<DB>): Promise<void> => {
    while (held !== undefined) {
      await held.ended
      if (!stopping) held = await takeAgain(from, held)
      if (stopping) return
    }
    log.error({}, 'another process has taken the clock; this one ends')
    replaced?.()
  }

  return {
    name: 'clockLease',
    async start({ isClock }) {
      if (!isClock) return
      db = openPool({ url, role: 'api', max: 1, watch })
      await take(db)
      if (!stopping) void keep(db)
    },
    async stop() {
      stopping = true
      await held?.release()
      await db?.destroy()
    },
  }
}
