import { sql } from '../../kernel/db/db.ts'
import type { NotificationEvent } from './outbox.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { NoticesDb } from './notices.store.ts'

type Write = (tx: NoticesDb, enqueued: readonly NotificationEvent[]) => Promise<() => void>

/** Events that are taken in one transaction. */
const batchSize = 1000

/** Writes events beside what happened, in the caller's transaction and as its role (`api` or `console`). */
export async function insertEnqueued(tx: NoticesDb, enqueued: readonly NotificationEvent[]): Promise<void> {
  const given = JSON.stringify(
    enqueued.map(({ accountId, template, params, ref }) => ({ account_id: String(accountId), template, params, ref })),
  )
  await sql`
    insert into notices.handed (account_id, template, params, ref)
    select account_id, template, params, ref
    from jsonb_to_recordset(${given}::jsonb) as n(account_id bigint, template text, params jsonb, ref text)`.execute(tx)
}

/** Takes some of the events that wait, oldest first, each for one taker alone. */
async function takeEnqueued(tx: NoticesDb): Promise<NotificationEvent[]> {
  const { rows } = await sql<NotificationEvent & { seq: bigint }>`
    delete from notices.handed where seq in (
      select seq from notices.handed order by seq limit ${batchSize} for update skip locked)
    returning seq, account_id as "accountId", template, params, ref`.execute(tx)
  return rows
    .toSorted((one, other) => (one.seq < other.seq ? -1 : 1))
    .map(({ accountId, template, params, ref }) => ({ accountId, template, params, ref }))
}

/** Turns events that were written beside what happened, by any process and any role, into notices. */
export function createCollector({ db, log }: Pick<NoticesDeps, 'db' | 'log'>, write: Write) {
  let collecting: Promise<void> | undefined
  let isMore = false
  const collectSome = async (): Promise<boolean> => {
    const step = await db.transaction().execute(async (tx) => {
      const enqueued = await takeEnqueued(tx)
      return { any: enqueued.length > 0, notified: await write(tx, enqueued) }
    })
    step.notified()
    return step.any
  }
  const collectAll = async (): Promise<void> => {
    try {
      do isMore = false
      while ((await collectSome()) || isMore)
    } finally {
      // In the same breath as the look: what is committed right after it begins a collecting of its own.
      collecting = undefined
    }
  }
  /** Resolves when all that was committed before is told. */
  const collect = (): Promise<void> => {
    isMore = true
    return (collecting ??= collectAll())
  }
  return {
    collect,
    /** The same for whoever does not wait. */
    soon: (): void =>
      void collect().catch((cause: unknown) => log.error({ cause: String(cause) }, 'notices wait to be told')),
    /** Resolves when no collecting is under way. */
    settled: async (): Promise<void> => {
      await collecting?.catch(() => {})
    },
  }
}
