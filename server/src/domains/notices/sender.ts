import { mustSee } from '@evenhand/protocol/notices.ts'
import { createCoalescedTask } from '../../kernel/concurrency/coalesced-task.ts'
import { readChannels } from './channels.ts'
import {
  claimDeliveries,
  failDelivery,
  finishDeliveries,
  planDeliveries,
  postponeDelivery,
  type Delivery,
} from './deliveries.store.ts'
import { mailNotices } from './mail-notices.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { NoticesDb, StoredNotice } from './notices.store.ts'
import { pushNotices } from './push-notices.ts'
import type { PushQueue } from './push-queue.ts'
import { readQuiet } from './quiet-hours.ts'
import { quietUntil } from './quiet-hours.rules.ts'
import { templates } from './templates.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

/** A process that claimed deliveries has so long to finish them. */
const leaseMs = 120_000
/** The pause after the first failed mail; each further one is twice as long, up to half an hour. */
const firstPauseMs = 30_000
const maxPauseMs = 30 * minuteMs
/** Tries of one mail, over about four hours, before its delivery has failed. */
const maxAttempts = 13

/** When a mail is tried again after so many failed tries; undefined where it is given up. */
export const retryAfterMs = (attempts: number): number | undefined =>
  attempts >= maxAttempts ? undefined : Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1))

/** When each notice may leave, epoch ms: now, or when the customer's quiet hours are over where it can wait. */
async function readTimes(db: NoticesDb, notices: readonly StoredNotice[], now: number): Promise<number[]> {
  const quiet = await readQuiet(db, [...new Set(notices.map(({ accountId }) => accountId))])
  return notices.map(({ accountId, template }) => {
    const hours = quiet.get(accountId)
    const canWait = !mustSee.includes(templates[template].category)
    return hours === undefined || !canWait ? now : (quietUntil(hours, now) ?? now)
  })
}

/**
 * Mails and pushes notices. What is to leave the app is planned in the transaction that writes the notice, and claimed with
 * a lease by one process at a time, so that neither a restart nor a mail server that is away loses any. A process that ends
 * between the mail server's acceptance and its own note sends that mail twice, under the same message id.
 */
export function createSender(deps: NoticesDeps, queue: PushQueue) {
  const { db, clock, log } = deps

  const retryOrFail = async (delivery: Delivery, error: string): Promise<void> => {
    const now = clock.now()
    const pause = retryAfterMs(delivery.attempts)
    if (pause !== undefined) return postponeDelivery(db, delivery, { at: now + pause, attempted: true })
    log.error({ template: delivery.template }, 'a notice could not be mailed and is given up')
    return failDelivery(db, delivery, { at: now, error })
  }

  const sendSome = async (): Promise<boolean> => {
    const now = clock.now()
    const claimed = await claimDeliveries(db, { now, leaseUntil: now + leaseMs })
    if (claimed.length === 0) return false
    const [{ isMailed, isPushed }, times] = await Promise.all([readChannels(db, claimed), readTimes(db, claimed, now)])
    const due: Delivery[] = []
    for (const [index, delivery] of claimed.entries()) {
      const at = times[index] ?? now
      if (at > now) await postponeDelivery(db, delivery, { at, attempted: false })
      else due.push(delivery)
    }
    await pushNotices(
      deps,
      queue,
      due.filter((one) => one.attempts === 1 && isPushed(one)),
    )
    const failed = await mailNotices(deps, due.filter(isMailed))
    await finishDeliveries(
      db,
      due.filter((one) => !failed.has(one)),
    )
    for (const [delivery, error] of failed) await retryOrFail(delivery, error)
    return true
  }

  const task = createCoalescedTask(async () => {
    while (await sendSome());
  })
  return {
    /** Plans what of these notices leaves the app, in the transaction that writes them. */
    async plan(tx: NoticesDb, notices: readonly StoredNotice[]): Promise<void> {
      if (notices.length === 0) return
      const { isMailed, isPushed } = await readChannels(tx, notices)
      const leaving = notices.filter((notice) => isMailed(notice) || isPushed(notice))
      if (leaving.length === 0) return
      const now = clock.now()
      const times = await readTimes(tx, leaving, now)
      await planDeliveries(
        tx,
        leaving.map((notice, index) => ({ notice, at: times[index] ?? now })),
      )
    },
    /** Sends everything that is due now. */
    send: task.run,
    /** The same for a caller that does not wait. */
    wake: (): void =>
      void task
        .run()
        .catch((cause: unknown) => log.error({ cause: String(cause) }, 'notices wait to be mailed or pushed')),
    async idle(): Promise<void> {
      await task.idle()
      await queue.idle()
    },
  }
}

export type Sender = ReturnType<typeof createSender>
