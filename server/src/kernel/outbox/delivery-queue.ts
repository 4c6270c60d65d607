import { minuteMs } from '@evenhand/protocol/durations.ts'
import { createCoalescedTask } from '../concurrency/coalesced-task.ts'
import type { Log } from '../log.ts'
import type { Clock } from '../time/clock.ts'
import {
  claimDeliveries,
  failDelivery,
  finishDelivery,
  postponeDelivery,
  retryDeliveryAt,
  type Delivery,
} from './deliveries.store.ts'
import type { OutboxDb } from './outbox.store.ts'

/** A process that claimed deliveries has so long to finish them. */
export const leaseMs = 5 * minuteMs
/** The pause after the first failed attempt; each further one is twice as long, up to half an hour. */
const firstPauseMs = 30_000
const maxPauseMs = 30 * minuteMs
/** Attempts of one delivery, over about four hours, before it has failed. */
const maxAttempts = 13
/** What is still being sent when the product stops gets so long; another process sends it once its lease is over. */
const stopPatienceMs = 5000

/** The pause before a delivery is tried again after so many failed attempts; undefined where it is given up. */
export const retryAfterMs = (attempts: number): number | undefined =>
  attempts >= maxAttempts ? undefined : Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1))

/**
 * What came of an attempt: sent, or nothing to send any more · `notBefore`: to be sent later, epoch ms, which counts as no
 * attempt · `error`: the code of what failed, with the pause that the receiver named and what is left to send.
 */
export type Outcome<P> = 'done' | { notBefore: number } | { error: string; retryAfterMs?: number; payload?: P }

export type DeliveryQueueParams<P> = {
  readonly kind: string
  /** Deliveries sent at once; those of one customer follow one another. */
  readonly concurrency: number
  readonly send: (delivery: Delivery<P>) => Promise<Outcome<P>>
}
export type DeliveryQueue = {
  /** Sends everything that is due now; resolves when that is done. */
  run(): Promise<void>
  /** The same for a caller that does not wait. */
  wake(): void
  /** Sends nothing more, and waits a moment for what is being sent. */
  stop(): Promise<void>
}

type Deps = { db: OutboxDb; clock: Clock; log: Log }

/**
 * Sends the deliveries of one kind. Each was written in the transaction of its cause and is claimed by one process
 * under a lease, so that neither a restart nor a receiver that is away loses any. A process that ends between the
 * receiver's acceptance and its own note sends that delivery again.
 */
export function createDeliveryQueue<P>({ db, clock, log }: Deps, params: DeliveryQueueParams<P>): DeliveryQueue {
  const { kind, concurrency } = params
  let stopped = false

  const settle = async (delivery: Delivery<P>, outcome: Outcome<P>): Promise<void> => {
    if (outcome === 'done') return finishDelivery(db, delivery)
    if ('notBefore' in outcome) return postponeDelivery(db, delivery, outcome.notBefore)
    const now = clock.now()
    const left = { ...delivery, payload: outcome.payload ?? delivery.payload }
    const pause = retryAfterMs(delivery.attempts)
    if (pause !== undefined)
      return retryDeliveryAt(db, left, now + Math.max(pause, Math.min(maxPauseMs, outcome.retryAfterMs ?? 0)))
    log.error({ kind, template: delivery.template, error: outcome.error }, 'a delivery is given up')
    return failDelivery(db, left, { at: now, error: outcome.error })
  }
  const sendOne = async (delivery: Delivery<P>): Promise<void> => {
    const outcome = await params.send(delivery).catch((cause: unknown): Outcome<P> => {
      log.error({ kind, template: delivery.template, cause: String(cause) }, 'a delivery could not be composed')
      return { error: 'fault' }
    })
    await settle(delivery, outcome)
  }
  const sendSome = async (): Promise<boolean> => {
    const now = clock.now()
    const claimed = await claimDeliveries<P>(db, { kind, limit: concurrency * 4, now, leaseUntil: now + leaseMs })
    const waiting = [...Map.groupBy(claimed, ({ accountId }) => accountId).values()]
    const work = async (): Promise<void> => {
      for (let own = waiting.shift(); own !== undefined; own = waiting.shift())
        for (const delivery of own) await sendOne(delivery)
    }
    await Promise.all(Array.from({ length: Math.min(concurrency, waiting.length) }, work))
    return claimed.length > 0
  }

  const task = createCoalescedTask(async () => {
    while (!stopped && (await sendSome()));
  })
  return {
    run: task.run,
    wake: () =>
      void task
        .run()
        .catch((cause: unknown) => log.error({ kind, cause: String(cause) }, 'deliveries wait to be sent')),
    async stop() {
      stopped = true
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, stopPatienceMs)))
      await Promise.race([task.idle(), patience])
      clearTimeout(timer)
    },
  }
}
