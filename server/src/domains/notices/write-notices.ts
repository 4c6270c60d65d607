import { uuidV7 } from '../../kernel/ids.ts'
import type { Delivery } from './deliver.ts'
import type { NoticesDeps } from './notices.deps.ts'
import { insertNotices, trimNotices, type NewNotice, type NoticesDb } from './notices.store.ts'
import type { Sender } from './sender.ts'

/** An event that a customer is told of; `ref` names it, so that it is told once. */
export type NotificationEvent = Omit<NewNotice, 'id'>

/** Events waiting to be written; beyond it the newest are not told, and the log says so. */
const maxWaiting = 100_000
const batchSize = 1000

/** Takes events from the rest of the product and tells customers of them, without holding up who hands them over. */
export function createNoticeWriter(deps: NoticesDeps, delivery: Delivery, sender: Sender) {
  const { db, clock, log } = deps
  let waiting: NotificationEvent[] = []
  let writing: Promise<void> | undefined
  let untrimmed = new Set<bigint>()

  /** Writes notices and answers what tells of them once they are durable. */
  const write = async (tx: NoticesDb, enqueued: readonly NotificationEvent[]): Promise<() => void> => {
    if (enqueued.length === 0) return () => {}
    const now = clock.now()
    const notices = enqueued.map((one): NewNotice => ({ ...one, id: uuidV7(now) }))
    const written = new Map((await insertNotices(tx, notices, now)).map(({ id, muted }) => [id, muted]))
    const fresh = notices.filter(({ id }) => written.has(id))
    await sender.plan(
      tx,
      fresh.map((notice) => ({ ...notice, createdAt: now })),
    )
    return () => {
      for (const { accountId } of fresh) untrimmed.add(accountId)
      delivery.publish(
        fresh.flatMap(({ accountId, id }) => (written.get(id) === true ? [] : [{ what: 'notice', accountId, id }])),
      )
      sender.wake()
    }
  }
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      waiting = waiting.slice(batchSize)
      try {
        const written = await db.transaction().execute((tx) => write(tx, batch))
        written()
      } catch (cause) {
        log.error({ count: batch.length, cause: String(cause) }, 'notices could not be written')
      }
    }
    // In the same breath as the look: what is told right after it begins a writing of its own.
    writing = undefined
  }
  return {
    write,
    /** Tells customers of events, soon. Events told before are not told again. */
    notify(enqueued: readonly NotificationEvent[]): void {
      const room = Math.max(0, maxWaiting - waiting.length)
      if (room < enqueued.length) log.error({ count: enqueued.length - room }, 'too many notices at once: not told')
      waiting = waiting.concat(enqueued.slice(0, room))
      if (waiting.length > 0) writing ??= writeAll()
    },
    /** Deletes what is beyond the notices kept of the customers who were told something since the last time. */
    async trim(): Promise<void> {
      const accountIds = [...untrimmed]
      untrimmed = new Set()
      for (let at = 0; at < accountIds.length; at += batchSize)
        await trimNotices(db, accountIds.slice(at, at + batchSize))
    },
    /** Resolves when what was handed over is written, mailed and pushed. */
    async idle(): Promise<void> {
      while (writing !== undefined) await writing
      await sender.idle()
    },
  }
}
