import { setTimeout as wait } from 'node:timers/promises'
import { isAway, isSlow } from '../db/db.ts'
import { createCoalescedTask } from '../concurrency/coalesced-task.ts'
import type { Log } from '../log.ts'
import {
  hasUnread,
  lockCursor,
  moveCursor,
  openCursor,
  readEvents,
  type OutboxDb,
  type OutboxEvent,
} from './outbox.store.ts'
import { deleteParked, findRetried, parkAgain, parkEvent } from './parked.store.ts'

export type SubscriptionParams<P> = {
  /** Unique in the product: its cursor is kept under this name. */
  readonly name: string
  readonly type: string
  /** Events handled in one transaction. */
  readonly batch: number
  /**
   * Handles events in a transaction that also moves the cursor; returns what is to be done once it has committed, which may
   * be lost with the process. Called again with the same events when it throws.
   */
  readonly handle: (tx: OutboxDb, events: readonly OutboxEvent<P>[]) => Promise<(() => void) | void>
}

/** A reader of one type of event; one process handles an event, whichever has the cursor. */
export type Subscription = {
  readonly name: string
  /** Handles what is committed and not held back by an older transaction that is still open. */
  deliver(): Promise<void>
  /** Resolves when every event that was committed before the call is handled or parked, by whichever process. */
  drain(): Promise<void>
  /** The same for a caller that does not wait. */
  wake(): void
  /** Resolves when no delivery is in flight. */
  idle(): Promise<void>
}

/** Until events that an open transaction holds back are polled again. */
const heldBackMs = 20
/** Tries of one event before it is parked, one a delivery and so about one a second. */
const maxTries = 10

/** Handles events of a subscription: some in one transaction, or one alone, which is parked at its tenth failure. */
function createHandling<P>({ db, log }: { db: OutboxDb; log: Log }, params: SubscriptionParams<P>) {
  const { name, type } = params
  /** The event that failed last when it was handled alone, and how often it has. */
  let failing: { id: bigint; tries: number } | undefined
  /** The first event of the batch that is handled; undefined until it is read. */
  let first: bigint | undefined

  const handleSome = async (limit: number): Promise<boolean> => {
    first = undefined
    const step = await db.transaction().execute(async (tx) => {
      const cursor = await lockCursor(tx, name)
      if (cursor === undefined) return undefined
      const events = await readEvents(tx, { type, after: cursor, limit })
      const last = events.at(-1)
      if (last === undefined) return undefined
      first = events[0]?.id
      const committed = await params.handle(tx, events as readonly OutboxEvent<P>[])
      await moveCursor(tx, name, last)
      return { committed }
    })
    step?.committed?.()
    return step !== undefined
  }

  /** Parks the event that failed; where another process has handled it meanwhile, the one after it is not at fault. */
  const park = (id: bigint, cause: unknown): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const cursor = await lockCursor(tx, name)
      if (cursor === undefined) return
      const [event] = await readEvents(tx, { type, after: cursor, limit: 1 })
      if (event?.id !== id) return
      await parkEvent(tx, { subscription: name, event, error: String(cause) })
      await moveCursor(tx, name, event)
      log.error({ subscription: name, event: String(event.id), cause: String(cause) }, 'an event was parked')
    })

  /** Handles one event alone; false where it failed and is to be tried again by a later delivery. */
  const handleOne = async (): Promise<boolean> => {
    try {
      return await handleSome(1)
    } catch (cause) {
      // What fails before an event is read is no failure of that event.
      if (isAway(cause) || first === undefined) throw cause
      failing = { id: first, tries: failing?.id === first ? failing.tries + 1 : 1 }
      if (failing.tries < maxTries) return false
      await park(first, cause)
      return true
    }
  }
  /** Handles a parked event that an operator retried; it is parked anew where it fails again. False where there is none. */
  const handleRetried = async (): Promise<boolean> => {
    let tried: OutboxEvent | undefined
    try {
      const step = await db.transaction().execute(async (tx) => {
        const cursor = await lockCursor(tx, name)
        tried = cursor && (await findRetried(tx, name))
        if (tried === undefined) return undefined
        const committed = await params.handle(tx, [tried as OutboxEvent<P>])
        await deleteParked(tx, { subscription: name, id: tried.id })
        return { committed }
      })
      step?.committed?.()
      return step !== undefined
    } catch (cause) {
      if (isAway(cause) || tried === undefined) throw cause
      await parkAgain(db, { subscription: name, id: tried.id, error: String(cause) })
      return true
    }
  }
  return { handleSome, handleOne, handleRetried }
}

/**
 * Reads events of a type in the order of commit and handles each at least once; its effects in the database exactly once.
 * When a batch fails its events are handled one by one, and one that fails ten times, a second apart, is parked.
 */
export function createSubscription<P>(
  { db, log }: { db: OutboxDb; log: Log },
  params: SubscriptionParams<P>,
): Subscription {
  const { name, type } = params
  const { handleSome, handleOne, handleRetried } = createHandling({ db, log }, params)
  let opened = false
  const deliverAll = async (): Promise<void> => {
    if (!opened) await openCursor(db, name, type)
    opened = true
    for (;;) {
      try {
        while (await handleRetried());
        while (await handleSome(params.batch));
        return
      } catch (cause) {
        if (isAway(cause) && !isSlow(cause)) throw cause
        log.warn({ subscription: name, cause: String(cause) }, 'a batch of events failed: handling them one by one')
        for (let one = 0; one < params.batch; one += 1) if (!(await handleOne())) return
      }
    }
  }

  const { run: deliver, idle } = createCoalescedTask(deliverAll)
  return {
    name,
    deliver,
    async drain() {
      for (;;) {
        await deliver()
        if (!(await hasUnread(db, { subscription: name, type }))) return
        await wait(heldBackMs)
      }
    },
    wake: () =>
      void deliver().catch((cause: unknown) => log.error({ subscription: name, cause: String(cause) }, 'events wait')),
    idle,
  }
}
