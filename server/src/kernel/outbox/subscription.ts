import { setTimeout as wait } from 'node:timers/promises'
import { minuteMs, secondMs } from '@evenhand/protocol/durations.ts'
import { isAway, isSlow } from '../db/db.ts'
import { createCoalescedTask } from '../concurrency/coalesced-task.ts'
import type { Log } from '../log.ts'
import { systemClock, type Clock } from '../time/clock.ts'
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
/**
 * The pause after the first try that reached the statement limit; each further one is twice as long. Ten tries take about
 * twenty minutes: a database that is only busy handles the event in one of them.
 */
const firstPauseMs = 15 * secondMs
const maxPauseMs = 2 * minuteMs
/** A database that returns a small query within so long is not what made an event slow. */
const promptMs = secondMs

type Deps = { db: OutboxDb; log: Log; clock?: Pick<Clock, 'monotonic'> }
/** The event that failed last when it was handled alone, how often it has, and when it is tried again. */
type Failing = { id: bigint; tries: number; retryAt: number; isSlow: boolean }

const isRefusal = (cause: unknown): boolean => !isAway(cause) || isSlow(cause)

type Named = Pick<SubscriptionParams<never>, 'name' | 'type'>
type Failed = { id: bigint; cause: unknown }

/** Parks the event that failed; where another process has handled it meanwhile, the one after it is not at fault. */
const park = ({ db, log }: Deps, { name, type }: Named, { id, cause }: Failed): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const cursor = await lockCursor(tx, name)
    if (cursor === undefined) return
    const [event] = await readEvents(tx, { type, after: cursor, limit: 1 })
    if (event?.id !== id) return
    await parkEvent(tx, { subscription: name, event, error: String(cause) })
    await moveCursor(tx, name, event)
    log.error({ subscription: name, event: String(event.id), cause: String(cause) }, 'an event was parked')
  })

/** Counts failures of one event, and when it is tried again. */
function createFailureCount({ db, clock }: Required<Deps>, { name, type }: Named) {
  /** Whether the database responds at once while an event alone reaches the statement limit. */
  const isPrompt = async (): Promise<boolean> => {
    const began = clock.monotonic()
    await hasUnread(db, { subscription: name, type })
    return clock.monotonic() - began < promptMs
  }
  /** The event with one failure more; one that was slow while the whole database was is tried again without counting. */
  return async (failing: Failing | undefined, { id, cause }: Failed): Promise<Failing> => {
    const before = failing?.id === id ? failing.tries : 0
    if (!isSlow(cause)) return { id, tries: before + 1, retryAt: 0, isSlow: false }
    const tries = (await isPrompt()) ? before + 1 : before
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.max(0, tries - 1))
    return { id, tries, retryAt: clock.monotonic() + pauseMs, isSlow: true }
  }
}

/** Handles events of a subscription: some in one transaction, or one alone, which is parked at its tenth failure. */
function createHandling<P>({ db, log, clock = systemClock }: Deps, params: SubscriptionParams<P>) {
  const { name, type } = params
  const count = createFailureCount({ db, log, clock }, params)
  let failing: Failing | undefined
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

  /** Handles one event alone; false where there is none, or it failed and is to be tried again by a later delivery. */
  const handleOne = async (): Promise<boolean> => {
    try {
      const handled = await handleSome(1)
      failing = undefined
      return handled
    } catch (cause) {
      // What fails before an event is read is no failure of that event.
      if (!isRefusal(cause) || first === undefined) throw cause
      failing = await count(failing, { id: first, cause })
      if (failing.tries < maxTries) return false
      await park({ db, log }, { name, type }, { id: first, cause })
      failing = undefined
      return true
    }
  }
  /**
   * Tries an event that reached the statement limit by itself before any other: in a batch it would reach it again, and
   * behind it no event is due. False while it waits for its next try, or where that failed.
   */
  const passSlow = async (): Promise<boolean> => {
    const slow = failing
    if (slow?.isSlow !== true) return true
    return clock.monotonic() >= slow.retryAt && ((await handleOne()) || failing?.id !== slow.id)
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
      if (!isRefusal(cause) || tried === undefined) throw cause
      await parkAgain(db, { subscription: name, id: tried.id, error: String(cause) })
      return true
    }
  }
  return { handleSome, handleOne, handleRetried, passSlow }
}

/**
 * Reads events of a type in the order of commit and handles each at least once; its effects in the database exactly once.
 * When a batch fails its events are handled one by one, and one that fails ten times is parked: a second apart, or in about
 * twenty minutes where what fails is that it alone reaches the limit of a statement.
 */
export function createSubscription<P>(deps: Deps, params: SubscriptionParams<P>): Subscription {
  const { db, log } = deps
  const { name, type } = params
  const { handleSome, handleOne, handleRetried, passSlow } = createHandling(deps, params)
  let opened = false
  const deliverAll = async (): Promise<void> => {
    if (!opened) await openCursor(db, name, type)
    opened = true
    for (;;) {
      try {
        while (await handleRetried());
        if (!(await passSlow())) return
        while (await handleSome(params.batch));
        return
      } catch (cause) {
        if (!isRefusal(cause)) throw cause
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
