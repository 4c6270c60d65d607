import type { NoticeParams } from '@evenhand/protocol/notice-params.ts'
import type { NoticeTemplate } from '@evenhand/protocol/notices.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Delivery } from './deliver.ts'
import type { NoticesDeps } from './notices.deps.ts'
import { insertNotices, trimNotices, type NewNotice, type NoticesDb } from './notices.store.ts'
import type { Sender } from './sender.ts'

/** Something that a customer is notified of, by one of some templates; `ref` names it, so that it is written once. */
export type NotificationOf<K extends NoticeTemplate> = {
  [T in K]: { accountId: bigint; template: T; params: NoticeParams<T>; ref: string }
}[K]
export type NotificationEvent = NotificationOf<NoticeTemplate>

/** The same as an event of the outbox keeps it. */
export type KeptNotification = Omit<NewNotice, 'id'>

/** Accounts whose notices are trimmed in one statement. */
const batchSize = 1000

/** Writes notices, each once, and plans what of them leaves the app. */
export function createNoticeWriter(deps: NoticesDeps, delivery: Delivery, sender: Sender) {
  const { db, clock } = deps
  let untrimmed = new Set<bigint>()

  /** Writes notices and returns what tells of them once they are durable. */
  const write = async (tx: NoticesDb, enqueued: readonly KeptNotification[]): Promise<() => void> => {
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
    }
  }
  return {
    write,
    /** Deletes what is beyond the notices kept of the customers who were told something since the last time. */
    async trim(): Promise<void> {
      const accountIds = [...untrimmed]
      untrimmed = new Set()
      for (let at = 0; at < accountIds.length; at += batchSize)
        await trimNotices(db, accountIds.slice(at, at + batchSize))
    },
  }
}
