import type { noticeParams, NoticeSchemas, NoticeTemplate } from '@evenhand/protocol/notice-params.ts'
import type * as z from 'zod/mini'
import type { NotificationParams } from '../../kernel/module/notification.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Delivery } from './deliver.ts'
import type { NoticesDeps } from './notices.deps.ts'
import { insertNotices, trimNotices, type NewNotice, type NoticesDb } from './notices.store.ts'
import type { Sender } from './sender.ts'

/** Something that a customer is notified of, by one of the templates of `S`; `ref` names it, so that it is written once. */
export type NotificationBy<S extends NoticeSchemas> = {
  [T in keyof S & string]: { accountId: bigint; template: T; params: z.output<S[T]> & NotificationParams; ref: string }
}[keyof S & string]
export type NotificationOf<K extends NoticeTemplate> = NotificationBy<Pick<typeof noticeParams, K>>
export type NotificationEvent = NotificationOf<NoticeTemplate>

/** The same as an event of the outbox keeps it. */
export type KeptNotification = Omit<NewNotice, 'id'>

/** Accounts whose notices are trimmed in one statement. */
const batchSize = 1000

/** Writes notices, each once, and plans what of them leaves the app. */
export function createNoticeWriter(deps: NoticesDeps, delivery: Delivery, sender: Sender) {
  const { db, clock, catalogue } = deps
  let untrimmed = new Set<bigint>()

  /** Writes notices and returns the function that notifies sockets of them once they are durable. */
  const write = async (tx: NoticesDb, enqueued: readonly KeptNotification[]): Promise<() => void> => {
    if (enqueued.length === 0) return () => {}
    const now = clock.now()
    const notices = enqueued.map((one): NewNotice => ({ ...one, id: uuidV7(now) }))
    const written = new Map(
      (await insertNotices({ db: tx, catalogue }, notices, now)).map(({ id, muted }) => [id, muted]),
    )
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
    /** Deletes what is beyond the notices kept of the customers who got one since the last time. */
    async trim(): Promise<void> {
      const accountIds = [...untrimmed]
      untrimmed = new Set()
      for (let at = 0; at < accountIds.length; at += batchSize)
        await trimNotices(db, accountIds.slice(at, at + batchSize))
    },
  }
}
