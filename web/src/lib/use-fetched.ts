import { startTransition, useEffect, useReducer, useRef } from 'react'
import { isRefused } from './problem.ts'

/**
 * Reads for the public screens and the chrome around every one. The query library is ten kilobytes, which the first
 * paint of the home page should not wait for; what a customer owns or changes goes through it (query-client.ts).
 */
type Entry<T> = { data?: T; problem?: unknown; at: number }
type Slot = {
  entry: Entry<unknown>
  load: (() => Promise<unknown>) | undefined
  freshMs: number
  /** Beside the entry, since nothing is drawn anew because a request is on its way. */
  isRunning: boolean
  readonly watchers: Set<() => void>
}

const slots = new Map<string, Slot>()
const empty: Entry<never> = { at: Number.NEGATIVE_INFINITY }

function slotOf(key: string): Slot {
  const known = slots.get(key)
  if (known) return known
  const slot: Slot = {
    entry: empty,
    load: undefined,
    freshMs: Number.POSITIVE_INFINITY,
    isRunning: false,
    watchers: new Set(),
  }
  slots.set(key, slot)
  return slot
}

function put(slot: Slot, entry: Entry<unknown>): void {
  slot.entry = entry
  for (const watcher of slot.watchers) watcher()
}

async function run(slot: Slot): Promise<void> {
  if (slot.isRunning || !slot.load) return
  slot.isRunning = true
  try {
    put(slot, { data: await slot.load(), at: performance.now() })
  } catch (problem) {
    // What the network or a fault of the server kept back is requested again soon; what the server refused it refuses
    // again, until a screen opens anew or the customer tries again.
    const isFinal = isRefused(problem) && !isRefused(problem, 'fault', 'tooMany')
    put(slot, { ...slot.entry, problem, at: isFinal ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY })
  } finally {
    slot.isRunning = false
  }
}

const isDue = (slot: Slot) => performance.now() - slot.entry.at > slot.freshMs

/** Keeps what is on the screen fresh: polled while it is visible, and at once when the customer comes back to it. */
export function keepFresh(): void {
  const check = () => {
    if (document.hidden) return
    for (const slot of slots.values()) if (slot.watchers.size > 0 && isDue(slot)) void run(slot)
  }
  setInterval(check, 10_000)
  document.addEventListener('visibilitychange', check)
}

/** Requests again for everything on the screen that was not refused, and forgets the rest: after the line came back. */
export function refetchAll(): void {
  for (const [key, slot] of slots) {
    if (slot.watchers.size === 0) slots.delete(key)
    else if (slot.entry.at < Number.POSITIVE_INFINITY) void run(slot)
  }
}

export type Fetched<T> = { readonly data: T | undefined; readonly problem: unknown; readonly again: () => void }

/** The response kept under a key, fetched when it is missing or older than `freshMs`. The key names all of the request. */
export function useFetched<T>(key: string, load: () => Promise<T>, freshMs: number): Fetched<T> {
  // As a transition, what arrives is rendered in short pieces, between which the page responds to a finger.
  const [, render] = useReducer((count: number) => count + 1, 0)
  const entry = slotOf(key).entry as Entry<T>
  // The newest function is kept apart: a new one with every render requests the same thing while the key is the same.
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    const slot = slotOf(key)
    const watcher = () => startTransition(render)
    slot.watchers.add(watcher)
    // What arrived between the rendering and now reached no watcher.
    if (slot.entry !== entry) watcher()
    return () => void slot.watchers.delete(watcher)
  }, [key, entry])
  useEffect(() => {
    const slot = slotOf(key)
    slot.load = latest.current
    slot.freshMs = freshMs
    if (slot.entry.problem || isDue(slot)) void run(slot)
  }, [key, freshMs])
  return { data: entry.data, problem: entry.problem, again: () => void run(slotOf(key)) }
}
