import { mustSee } from '@evenhand/protocol/notices.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Delivery, NewDelivery } from '../../kernel/outbox/deliveries.store.ts'
import { enqueueDeliveries } from '../../kernel/outbox/deliveries.store.ts'
import { createDeliveryQueue } from '../../kernel/outbox/delivery-queue.ts'
import { readChannels } from './channels.ts'
import { mailNotice } from './mail-notices.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { NoticesDb, StoredNotice, StoredParams } from './notices.store.ts'
import { pushNotice } from './push-notices.ts'
import { readQuiet } from './quiet-hours.ts'
import { quietUntil } from './quiet-hours.rules.ts'

/** A notice as its deliveries keep it. */
export type NoticePayload = { id: string; params: StoredParams; createdAt: number }
/** A push; `left` names the browsers, by their sessions, that a failed attempt did not reach. */
export type PushPayload = NoticePayload & { left?: readonly string[] }

const mailKind = 'notice.mail'
const pushKind = 'notice.push'

const noticeOf = ({ accountId, template, payload }: Delivery<NoticePayload>) => {
  const { id, params, createdAt } = payload
  return { accountId, template: template as StoredNotice['template'], id, params, createdAt }
}

/** When each notice may leave, epoch ms: now, or when the customer's quiet hours are over where it can wait. */
async function readTimes(
  { db, catalogue }: Pick<NoticesDeps, 'db' | 'catalogue'>,
  notices: readonly StoredNotice[],
  now: number,
): Promise<number[]> {
  const quiet = await readQuiet(db, [...new Set(notices.map(({ accountId }) => accountId))])
  return notices.map((notice) => {
    const hours = quiet.get(notice.accountId)
    const canWait = !mustSee.includes(catalogue.categoryOf(notice))
    return hours === undefined || !canWait ? now : (quietUntil(hours, now) ?? now)
  })
}

/** Mails and pushes notices: each is planned as a delivery of the outbox in the transaction that writes the notice. */
export function createSender(deps: NoticesDeps) {
  const { outboxDb, clock, log, catalogue } = deps
  const queued = { db: outboxDb, clock, log }

  /** When a notice may leave after all, where its customer has chosen quiet hours meanwhile. */
  const heldUntil = async (notice: StoredNotice): Promise<number | undefined> => {
    const now = clock.now()
    const [at = now] = await readTimes(deps, [notice], now)
    return at > now ? at : undefined
  }
  const mails = createDeliveryQueue<NoticePayload>(queued, {
    kind: mailKind,
    concurrency: 4,
    async send(delivery) {
      const notice = noticeOf(delivery)
      const notBefore = await heldUntil(notice)
      if (notBefore !== undefined) return { notBefore }
      const { isMailed } = await readChannels(deps, [notice])
      return isMailed(notice) ? mailNotice(deps, notice, delivery) : 'done'
    },
  })
  const pushes = createDeliveryQueue<PushPayload>(queued, {
    kind: pushKind,
    concurrency: 16,
    async send(delivery) {
      const notice = noticeOf(delivery)
      const notBefore = await heldUntil(notice)
      if (notBefore !== undefined) return { notBefore }
      const { isPushed } = await readChannels(deps, [notice])
      return isPushed(notice) ? pushNotice(deps, notice, delivery) : 'done'
    },
  })

  return {
    /** Plans what of these notices leaves the app, in the transaction that writes them. */
    async plan(tx: NoticesDb, notices: readonly StoredNotice[]): Promise<void> {
      if (notices.length === 0) return
      const { isMailed, isPushed } = await readChannels({ db: tx, catalogue }, notices)
      const now = clock.now()
      const times = await readTimes({ db: tx, catalogue }, notices, now)
      const planned = notices.flatMap((notice, index): NewDelivery<NoticePayload>[] => {
        const { accountId, template, id, params, createdAt } = notice
        const payload = { id, params: params as StoredParams, createdAt }
        const one = { accountId, template, payload, dueAt: times[index] ?? now }
        return [
          ...(isMailed(notice) ? [{ ...one, id, kind: mailKind }] : []),
          ...(isPushed(notice) ? [{ ...one, id: uuidV7(now), kind: pushKind }] : []),
        ]
      })
      await enqueueDeliveries(tx as never, planned)
    },
    deliveries: [mails, pushes],
    /** Sends everything that is due now. */
    async send(): Promise<void> {
      await Promise.all([mails.run(), pushes.run()])
    },
  }
}

export type Sender = ReturnType<typeof createSender>
