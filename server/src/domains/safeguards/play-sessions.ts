import type { Clock } from '../../kernel/time/clock.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

/** So long without a call is a pause: what comes after it is a new session. */
export const pauseMs = 15 * minuteMs

/** So long a use waits before it is written. */
const writtenAfterMs = minuteMs
/** Rows of one statement. */
const maxBatch = 1000
/**
 * Statements of some thousand rows, one after the other, keep a processor of the database for seconds: so many rows a run,
 * more only where not all of them would be written within that time.
 */
const perRun = 500
/** How often what is due is written. */
export const writeEveryMs = 1000

/**
 * What this process saw since it last wrote: `began` is what the table knows, once it was written; `since` is when what is
 * new began to wait.
 */
type Seen = { first: number; last: number; began: number | undefined; isNew: boolean; since: number }

type Use = { id: string; first: number; last: number }

async function noteUses(db: Db<'safeguards'>, uses: readonly Use[]) {
  const { rows } = await sql<{ customer_id: string; began_at: Date }>`
    select customer_id, began_at from safeguards.note_uses(${uses.map(({ id }) => id)}::uuid[],
      ${uses.map(({ first }) => dateOf(first))}::timestamptz[], ${uses.map(({ last }) => dateOf(last))}::timestamptz[])`.execute(
    db,
  )
  return rows
}

/**
 * Since when each customer has been here without a pause of fifteen minutes. Every call counts, on every device; each
 * process notes it in memory and writes now and then, and the table joins what several of them saw.
 */
export function createPlaySessions({ db, clock }: { db: Db<'safeguards'>; clock: Clock }) {
  const seen = new Map<string, Seen>()

  const write = async (ids: readonly string[]): Promise<void> => {
    const uses = ids.flatMap((id) => {
      const one = seen.get(id)
      if (one === undefined) return []
      one.isNew = false
      return [{ id, seen: one, first: one.first, last: one.last }]
    })
    if (uses.length === 0) return
    const rows = await noteUses(db, uses).catch((cause: unknown) => {
      for (const use of uses) use.seen.isNew = true
      throw cause
    })
    const began = new Map(rows.map((row) => [row.customer_id, msOf(row.began_at)]))
    for (const use of uses) {
      use.seen.first = use.last
      use.seen.began = began.get(use.id)
    }
  }

  const writeMany = async (ids: readonly string[]): Promise<void> => {
    for (let at = 0; at < ids.length; at += maxBatch) await write(ids.slice(at, at + maxBatch))
  }

  return {
    /** A call of a customer, now. */
    note(customerId: string): void {
      const now = clock.now()
      const one = seen.get(customerId)
      if (one === undefined || now - one.last >= pauseMs) {
        seen.set(customerId, { first: now, last: now, began: undefined, isNew: true, since: now })
        return
      }
      if (!one.isNew && now !== one.last) {
        one.isNew = true
        one.since = now
      }
      one.last = now
    },
    /** When the session began that runs now, epoch ms; now where none does. */
    async beganAt(customerId: string): Promise<number> {
      const now = clock.now()
      const one = seen.get(customerId)
      if (one !== undefined && now - one.last < pauseMs) {
        if (one.began === undefined) await write([customerId])
        return one.began ?? one.first
      }
      const { rows } = await sql<{ began_at: Date; used_at: Date }>`
        select began_at, used_at from safeguards.play_sessions where customer_id = ${customerId}`.execute(db)
      const [kept] = rows
      return kept === undefined || now - msOf(kept.used_at) >= pauseMs ? now : msOf(kept.began_at)
    },
    /** Writes what has waited for a minute, not all of it at once, and forgets who is gone. */
    async storeDue(): Promise<void> {
      const now = clock.now()
      const due: string[] = []
      for (const [id, { last, isNew, since }] of seen) {
        if (isNew && now - since >= writtenAfterMs) due.push(id)
        else if (!isNew && now - last >= pauseMs) seen.delete(id)
      }
      const most = Math.max(perRun, Math.ceil((due.length * writeEveryMs) / writtenAfterMs))
      await writeMany(due.slice(0, most))
    },
    /** Writes all that was seen. */
    async storeAll(): Promise<void> {
      const ids = [...seen].filter(([, { isNew }]) => isNew).map(([id]) => id)
      await writeMany(ids)
    },
  }
}

export type PlaySessions = ReturnType<typeof createPlaySessions>
