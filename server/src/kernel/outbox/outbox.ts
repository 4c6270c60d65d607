import type { PgListener, PgListenerParams } from '../db/pg-listener.ts'
import type { Gauge } from '../http/metrics.ts'
import type { JobSpec, Module } from '../module/module.ts'
import { deleteRead, readLag, type OutboxDb } from './outbox.store.ts'
import type { Subscription } from './subscription.ts'

export type OutboxParams = {
  db: OutboxDb
  subscriptions: readonly Subscription[]
  /** Hears what other processes commit; left out where there is one process. */
  listen?: (params: Pick<PgListenerParams, 'channel' | 'onMessage' | 'onGap'>) => PgListener
}

/**
 * Runs the subscriptions of the product: whenever an event is committed anywhere, and every second, since a transaction
 * that was open at the wake-up holds back those that came after it.
 */
export function createOutbox({ db, subscriptions, listen }: OutboxParams): Module & { deliver(): Promise<void> } {
  let listener: PgListener | undefined
  let lag = { lagSeconds: 0, parked: 0 }
  const wakeAll = (): void => {
    for (const subscription of subscriptions) subscription.wake()
  }
  const deliver = async (): Promise<void> => {
    for (const subscription of subscriptions) await subscription.deliver()
  }
  const gauges: readonly Gauge[] = [
    {
      name: 'evenhand_outbox_lag_seconds',
      help: 'Age of the oldest event that some subscription has not handled.',
      read: () => lag.lagSeconds,
    },
    { name: 'evenhand_outbox_parked', help: 'Events whose handler kept failing.', read: () => lag.parked },
  ]
  const jobs: readonly JobSpec[] = [
    { name: 'deliver events', everyMs: 1000, run: deliver },
    { name: 'measure the lag of events', everyMs: 10_000, run: async () => void (lag = await readLag(db)) },
    { name: 'delete events that were read', everyMs: 60_000, run: () => deleteRead(db) },
  ]
  return {
    name: 'outbox',
    gauges,
    jobs,
    deliver,
    start() {
      listener = listen?.({ channel: 'outbox', onMessage: wakeAll, onGap: wakeAll })
    },
    async stop() {
      await Promise.all(subscriptions.map((subscription) => subscription.idle()))
      await listener?.close()
    },
  }
}
