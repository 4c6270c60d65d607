import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'
import type { PgListener, PgListenerParams } from '../db/pg-listener.ts'
import type { Gauge } from '../http/metrics.ts'
import type { JobSpec, Module } from '../module/module.ts'
import type { Clock } from '../time/clock.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import { countFailed, deleteFailed } from './failed-deliveries.store.ts'
import { deleteRead, readLag, type OutboxDb } from './outbox.store.ts'
import type { Subscription } from './subscription.ts'

export type OutboxParams = {
  db: OutboxDb
  clock: Clock
  subscriptions: readonly Subscription[]
  deliveries: readonly DeliveryQueue[]
  /** Listens to what other processes commit; left out where there is one process. */
  listen?: (params: Pick<PgListenerParams, 'channel' | 'onMessage' | 'onGap'>) => PgListener
}

/** Deliveries that were given up are kept so long for operators. */
const failedKeptMs = 30 * dayMs

/**
 * Runs the subscriptions and the delivery queues of the product: whenever an event or a delivery is committed anywhere,
 * every second the subscriptions, since a transaction that was open at the wake-up holds back those that came after it, and
 * every other second the queues, for what has become due.
 */
export function createOutbox({
  db,
  clock,
  subscriptions,
  deliveries,
  listen,
}: OutboxParams): Module & { deliver(): Promise<void> } {
  let listener: PgListener | undefined
  let lag = { lagSeconds: 0, parked: 0, failed: 0 }
  const wakeQueues = (): void => {
    for (const queue of deliveries) queue.wake()
  }
  const wakeAll = (): void => {
    wakeQueues()
    for (const subscription of subscriptions) subscription.wake()
  }
  /** Each for itself: one that is slow or fails holds up no other. */
  const deliver = async (): Promise<void> => {
    const ends = await Promise.allSettled(subscriptions.map((subscription) => subscription.deliver()))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
  const gauges: readonly Gauge[] = [
    {
      name: 'evenhand_outbox_lag_seconds',
      help: 'Age of the oldest event that some subscription has not handled.',
      read: () => lag.lagSeconds,
    },
    { name: 'evenhand_outbox_parked', help: 'Events whose handler kept failing.', read: () => lag.parked },
    {
      name: 'evenhand_deliveries_failed',
      help: 'Mails and pushes that could not be sent in four hours.',
      read: () => lag.failed,
    },
  ]
  const jobs: readonly JobSpec[] = [
    { name: 'deliver events', everyMs: 1000, run: deliver },
    // Not waited for: a mail server that is slow to fail holds up no event.
    { name: 'send deliveries that are due', everyMs: 2000, run: async () => wakeQueues() },
    {
      name: 'measure the lag of events',
      everyMs: 10_000,
      run: async () => void (lag = { ...(await readLag(db)), failed: await countFailed(db) }),
    },
    { name: 'delete events that were read', everyMs: 60_000, run: () => deleteRead(db) },
    {
      name: 'delete failed deliveries of last month',
      everyMs: hourMs,
      run: () => deleteFailed(db, clock.now() - failedKeptMs),
    },
  ]
  return {
    name: 'outbox',
    gauges,
    jobs,
    deliver,
    start({ isClock }) {
      if (isClock) listener = listen?.({ channel: 'outbox', onMessage: wakeAll, onGap: wakeAll })
    },
    async stop() {
      await Promise.all([
        ...subscriptions.map((subscription) => subscription.idle()),
        ...deliveries.map((queue) => queue.stop()),
      ])
      await listener?.close()
    },
  }
}
