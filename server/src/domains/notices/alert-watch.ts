import { formatUnits, roundedText } from '@evenhand/protocol/money.ts'
import { createAlertBook, type AlertChanges, type QuotedPrice } from './alert-book.ts'
import { targetText } from './alerts.ts'
import { armAlerts, readAlerts, takeAlerts, type Alert } from './alerts.store.ts'
import type { NotificationEvent } from './write-notices.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { NoticesDb } from './notices.store.ts'

type WatchDeps = NoticesDeps & {
  /** Writes notices in a transaction that also took their alerts; the returned function is called after the commit. */
  write: (tx: NoticesDb, enqueued: readonly NotificationEvent[]) => Promise<() => void>
}

/**
 * Compares alerts with every recorded second, in memory, and notifies those that were reached. What memory holds is a hint: an
 * alert is notified by the process that takes it from the table, in one transaction with its notice, so that a restart or a
 * second process notifies it exactly once.
 */
export function createAlertWatch(deps: WatchDeps) {
  const { db, clock, log } = deps
  const book = createAlertBook()
  let changed = new Set<string>()
  let all = false
  let isWatching = false
  // One write after the other: an alert is armed in the table before it is taken from it.
  let last: Promise<void> = Promise.resolve()
  const serially = (task: () => Promise<void>): Promise<void> =>
    (last = last.then(task).catch((cause: unknown) => {
      all = true
      log.warn({ cause: String(cause) }, 'price alerts are read anew')
    }))

  const refresh = async (): Promise<void> => {
    const [whole, ids] = [all, [...changed]]
    if (!whole && ids.length === 0) return
    all = false
    changed = new Set()
    const found = whole ? await readAlerts(db) : await readAlerts(db, ids)
    if (whole) book.clear()
    for (const id of ids) book.drop(id)
    for (const alert of found) book.put(alert)
  }
  const store = async ({ reached, rearmed }: AlertChanges): Promise<void> => {
    if (rearmed.length > 0) {
      await armAlerts(
        db,
        rearmed.map(({ id }) => id),
      )
      for (const alert of rearmed) book.renew(alert, { armed: true })
    }
    if (reached.length === 0) return
    const now = clock.now()
    const notify = await db.transaction().execute(async (tx) => {
      const taken = await takeAlerts(
        tx,
        reached.map(({ alert }) => alert.id),
        now,
      )
      const ours = reached.filter(({ alert }) => taken.has(alert.id))
      return deps.write(
        tx,
        ours.map(({ alert, quoted }) => enqueued(deps, { alert, quoted, now })),
      )
    })
    for (const { alert } of reached)
      if (alert.everyMinutes === undefined) book.drop(alert.id)
      else book.renew(alert, { armed: false, notifiedAt: now })
    notify()
  }
  const quoteOf = (code: string): QuotedPrice | undefined => deps.priced(code)?.quoted
  const check = (): Promise<void> => {
    if (all) void serially(refresh)
    const changes = book.check(quoteOf, clock.now())
    return changes.reached.length + changes.rearmed.length > 0 ? serially(() => store(changes)) : last
  }
  return {
    /** Compares every alert with the prices, after every recorded second. Resolves when those reached are notified. */
    check,
    /** An alert came or went. */
    changed(id: string): void {
      if (!isWatching) return
      // Those announced while a read waits for the connection are read together.
      if (changed.size === 0) void serially(refresh)
      changed.add(id)
    },
    /** Alerts may have come or gone unannounced. */
    reload(): void {
      isWatching = true
      all = true
      void serially(refresh)
    },
    /** Resolves when announced changes are in the book, and alerts that were reached are notified. */
    settled: (): Promise<void> => last,
  }
}

type CrossedAlert = { alert: Alert; quoted: QuotedPrice; now: number }

function enqueued({ priced }: NoticesDeps, { alert, quoted, now }: CrossedAlert): NotificationEvent {
  const known = priced(alert.code)
  return {
    accountId: alert.accountId,
    template: 'alert.price',
    params: {
      alertId: alert.id,
      code: alert.code,
      kind: alert.kind,
      target: targetText(alert, known),
      price: roundedText(quoted.price, known?.precision ?? 0, known?.displayPrecision ?? 0),
      change: formatUnits(quoted.change, 2),
    },
    ref: `${alert.id} ${now}`,
  }
}
