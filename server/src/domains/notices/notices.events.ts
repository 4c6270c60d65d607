import type { noticeParams, NoticeSchemas } from '@evenhand/protocol/notice-params.ts'
import type { AnyDb } from '../../kernel/http/operator-call.ts'
import { publishEvent, type OutboxDb } from '../../kernel/outbox/outbox.store.ts'
import { createSubscription, type Subscription } from '../../kernel/outbox/subscription.ts'
import type { Log } from '../../kernel/log.ts'
import type { KeptNotification, NotificationBy } from './write-notices.ts'
import type { NoticesDb } from './notices.store.ts'

/** Notices that a transaction requested beside what happened. */
type NoticesRequested = readonly (Omit<KeptNotification, 'accountId'> & { accountId: string })[]
const noticesRequested = 'notices.requested'
/** Notices of one event at most. */
const maxNotices = 500

/**
 * Requests notices in the caller's transaction and as its role (`api`, `console` or `chain`). Their params are typed by the
 * protocol's schemas, or by `S` for the templates of a module that is not the product's own.
 */
export type EnqueueNotices = <S extends NoticeSchemas = typeof noticeParams>(
  tx: AnyDb,
  notices: readonly NotificationBy<S>[],
) => Promise<void>

/** Publishes notices in the caller’s transaction, at most `maxNotices` an event. */
export const publishNotices: EnqueueNotices = async (tx, notices: readonly KeptNotification[]) => {
  for (let at = 0; at < notices.length; at += maxNotices) {
    const payload: NoticesRequested = notices
      .slice(at, at + maxNotices)
      .map(({ accountId, template, params, ref }) => ({ accountId: String(accountId), template, params, ref }))
    await publishEvent(tx, noticesRequested, payload)
  }
}

type Write = (tx: NoticesDb, enqueued: readonly KeptNotification[]) => Promise<() => void>

/** Writes the notices that were requested, each once. */
export const noticesSubscription = (deps: { db: OutboxDb; log: Log }, write: Write): Subscription =>
  createSubscription<NoticesRequested>(deps, {
    name: 'notices.write',
    type: noticesRequested,
    batch: 100,
    handle: (tx, events) =>
      write(
        tx as never,
        events.flatMap(({ payload }) => payload.map((one) => ({ ...one, accountId: BigInt(one.accountId) }))),
      ),
  })
