import type { noticeParams, NoticeSchemas } from '@evenhand/protocol/notice-params.ts'
import type {
  Notification,
  NoticeCategory,
  readNotifications,
  setPreferences,
  addAlert,
} from '@evenhand/protocol/notices.ts'
import type { subscribePush } from '@evenhand/protocol/push.ts'
import type * as z from 'zod/mini'
import type { PgListener } from '../../kernel/db/pg-listener.ts'
import type { Call } from '../../kernel/http/http.ts'
import { startJob, type Job } from '../../kernel/jobs/jobs.ts'
import type { Started } from '../../kernel/module/module.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { createAlertWatch } from './alert-watch.ts'
import { requestAlert, dropAlert, customerAlerts } from './alerts.ts'
import { createDelivery, type Delivery } from './deliver.ts'
import { createNoticeWriter, type NotificationBy } from './write-notices.ts'
import type { NoticesDeps, NoticesParams } from './notices.deps.ts'
import { countUnread, listNotices, markAllRead, markRead, type NoticesDb } from './notices.store.ts'
import { choosePreferences, readPreferences } from './preferences.ts'
import { createSender } from './sender.ts'
import { createNotificationCatalogue } from './notification-catalogue.ts'
import { noticesSubscription, publishNotices } from './notices.events.ts'
import { notifyBulk, type Many } from './notify-bulk.ts'
import { subscribe, unsubscribe } from './push-subscriptions.ts'
import { chooseQuietHours, mustHold, quietHoursOf, zoneOf } from './quiet-hours.ts'

export { noticesModule } from './notices.module.ts'
export { noticeWords } from './mail-templates.ts'
export { noticesRoutes } from './notices.routes.ts'
export type { Event, OrderEvent } from './deliver.ts'
export type { EnqueueNotices } from './notices.events.ts'
export type { NotificationEvent, NotificationOf } from './write-notices.ts'
export { notifyVersions, type NotifyVersionsParams } from './notify-versions.ts'
export type { Recipient } from './notices.deps.ts'

const channel = 'notices'
type ListRequest = {
  cat?: NoticeCategory | undefined
  unread?: boolean | undefined
  page?: number | undefined
  size?: number | undefined
}
type Unread = { unread: number }

/** What one customer is notified of: notices in the app and by mail, the sockets of open pages, and price alerts. */
export function createNotices(params: NoticesParams) {
  const { db, log } = params
  const catalogue = createNotificationCatalogue()
  const deps: NoticesDeps = { ...params, catalogue }
  const delivery = createDelivery({ db, catalogue, log, channel })
  const sender = createSender(deps)
  const writer = createNoticeWriter(deps, delivery, sender)
  const requested = noticesSubscription({ db: deps.outboxDb, log }, writer.write)
  const alerts = createAlertWatch({ ...deps, write: writer.write })
  let listener: PgListener | undefined
  let jobs: Job[] = []
  const check = (): void => void alerts.check()

  return {
    /** Adds how the notices of modules reach their customers: before the start, once all modules are constructed. */
    specify: catalogue.add,
    /** Notifies customers in the transaction of what happened, as its role: once it has committed, whichever process ends. */
    enqueueNotices: publishNotices,
    /** The zone that a customer chose for quiet hours, as an IANA name; the only one that is known of anybody. */
    zoneOf: (accountId: bigint): Promise<string | undefined> => zoneOf(deps, accountId),
    /** Writes notices in the transaction of an event's handler; returns what notifies sockets once it has committed. */
    write: <S extends NoticeSchemas = typeof noticeParams>(
      tx: NoticesDb,
      notices: readonly NotificationBy<S>[],
    ): Promise<() => void> => writer.write(tx, notices),
    subscriptions: [requested],
    deliveries: sender.deliveries,
    /** Notifies many customers of one thing in batches; returns whether all are notified. */
    notifyBulk: (many: Many) => notifyBulk(deps, writer.write, many),
    /** Notifies open pages that something of theirs has changed. */
    publish: delivery.publish,
    pushTo: delivery.pushTo,

    ...inTheApp(deps, delivery),
    ...outsideTheApp(deps),

    ...ofAlerts(deps, alerts),
    /** Compares alerts with where prices stand now; resolves when those reached are notified. */
    checkAlerts: alerts.check,

    /** Is notified of other processes; where it is this process's to do, reads the alerts and begins to watch prices. */
    async start({ isClock }: Started): Promise<void> {
      listener = deps.listen?.({
        channel,
        onMessage(payload) {
          if (payload.startsWith('alert ')) alerts.changed(payload.slice(6))
          else delivery.onMessage(payload)
        },
        onGap() {
          if (isClock) alerts.reload()
          delivery.onGap()
        },
      })
      if (!isClock) return
      alerts.reload()
      await alerts.settled()
      deps.onTicks(check)
      jobs = [startJob({ name: 'trim notices', everyMs: 60_000, run: writer.trim, log })]
    },
    /** Mails and pushes what is due: new, held in quiet hours that are over, or to be tried again. */
    release: sender.send,
    /** Resolves when what was published is written, mailed and pushed. */
    async idle(): Promise<void> {
      await requested.drain()
      await sender.send()
    },
    /** Deletes what is beyond the notices that are kept of a customer; done every minute. */
    trim: writer.trim,
    async stop(): Promise<void> {
      await Promise.all(jobs.map((job) => job.stop()))
      await alerts.settled()
      await requested.idle()
      await Promise.all(sender.deliveries.map((queue) => queue.stop()))
      deps.push.close()
      await delivery.stop()
      await listener?.close()
    },
  }
}

/** What a customer reads and chooses of notices. */
function inTheApp(deps: NoticesDeps, delivery: Delivery) {
  const { db, clock } = deps
  const unreadNow = async ({ session }: Call): Promise<Unread> => ({ unread: await countUnread(db, session.accountId) })
  return {
    async list(
      request: ListRequest,
      { session }: Call,
    ): Promise<{ rows: Notification[]; total: number; page: number; size: number }> {
      const paged = { page: request.page ?? 1, size: request.size ?? 50 }
      return { ...(await listNotices(deps, { accountId: session.accountId, ...request, ...paged })), ...paged }
    },
    unreadCount: (_request: object, call: Call): Promise<Unread> => unreadNow(call),
    /** Refuses 40039, and marks nothing, where one of the ids is not of a notice of the customer's. */
    async read({ ids, all, upTo }: z.output<(typeof readNotifications)['request']>, call: Call): Promise<Unread> {
      const { accountId } = call.session
      const at = clock.now()
      if ((ids === undefined) === (all === undefined) || (upTo !== undefined && all === undefined))
        throw refuse('dataIncomplete', { fields: [{ field: 'ids', reason: 'malformed' }] })
      if (ids === undefined) await markAllRead(db, { accountId, upTo, at })
      else if (!(await markRead(db, { accountId, ids, at }))) throw refuse('notFound')
      delivery.publish([{ what: 'read', accountId }])
      return unreadNow(call)
    },
    preferences: (_request: object, call: Call) => readPreferences(deps, call),
    choosePreferences: (request: z.output<(typeof setPreferences)['request']>, call: Call) =>
      choosePreferences(deps, request, call),
  }
}

/** Price alerts of a customer; the watch of prices is notified of each change. */
const ofAlerts = (deps: NoticesDeps, watch: Pick<ReturnType<typeof createAlertWatch>, 'changed'>) => ({
  alerts: (_request: object, call: Call) => customerAlerts(deps, call),
  async addAlert(request: z.output<(typeof addAlert)['request']>, call: Call) {
    const own = await requestAlert(deps, request, call)
    if (own[0] !== undefined) watch.changed(own[0].id)
    return own
  },
  removeAlert: async (request: { id: string }, call: Call) => {
    const own = await dropAlert(deps, request, call)
    watch.changed(request.id)
    return own
  },
})

/** How a customer is notified outside the app. */
const outsideTheApp = (deps: NoticesDeps) => ({
  pushKey: async (): Promise<{ key: string }> => ({ key: deps.push.publicKey.toString('base64url') }),
  subscribePush: (request: z.output<(typeof subscribePush)['request']>, call: Call) => subscribe(deps, request, call),
  unsubscribePush: (request: { endpoint?: string | undefined }, call: Call) => unsubscribe(deps, request, call),
  quietHours: {
    mustHold,
    of: (accountId: bigint) => quietHoursOf(deps, accountId),
    choose: (params: Parameters<typeof chooseQuietHours>[1]) => chooseQuietHours(deps, params),
  },
})

export type Notices = ReturnType<typeof createNotices>
