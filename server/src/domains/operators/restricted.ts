import { msOf, type Clock } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import type { OperatorsDb } from './operators.deps.ts'

/** Why, and until when (epoch milliseconds) where that is known. */
export type Stopped = { readonly reason: string; readonly until?: number }

/**
 * Who may open no new orders, and why, in memory: read at every order, changed by operators a few times a month. Every
 * process follows within a second. As the role `api`.
 */
export async function openRestricted({ db, clock }: { db: OperatorsDb; clock: Clock }) {
  let stopped: ReadonlyMap<string, Stopped> = new Map()
  const refresh = async (): Promise<void> => {
    const { rows } = await sql<{ customer_id: string; reason: string; ends_at: Date | null }>`
      select customer_id, reason, ends_at from operators.stopped`.execute(db)
    stopped = new Map(
      rows.map((row) => [row.customer_id, { reason: row.reason, ...(row.ends_at && { until: msOf(row.ends_at) }) }]),
    )
  }
  await refresh()
  return {
    /** Why a customer may open no new order, and until when where that is known; undefined for one who may. */
    restrictionOf(customerId: string): Stopped | undefined {
      const one = stopped.get(customerId)
      return one?.until !== undefined && one.until <= clock.now() ? undefined : one
    },
    job: { name: 'read who is restricted', everyMs: 1000, inEveryProcess: true, run: refresh } satisfies JobSpec,
  }
}

/** Why an operator restricted a customer; undefined where none did. As the role `console`. */
export async function restrictionOf(db: OperatorsDb, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('operators.restrictions')
    .select('reason')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.reason
}
