import { createStore, useStore } from '../lib/store.ts'
import { readFrame } from './price-frame.ts'
import { putQuotes } from './quote-store.ts'

/** `live`: prices arrive. `connecting`: not yet or not now. `offline`: the browser says there is no network. */
export type FeedState = { readonly kind: 'live' | 'connecting' | 'offline'; readonly since: number }

const shortestMs = 500
const longestMs = 2500
const hiddenMs = 30_000
/** Coins tick every second, so this much silence on an open socket means the line is dead. */
const silentMs = 6000

const state = createStore<FeedState>({ kind: 'connecting', since: performance.now() })
const returned = new Set<() => void>()

let socket: WebSocket | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let silence: ReturnType<typeof setTimeout> | undefined
let attempts = 0
let wasLive = false

export const useFeedState = (): FeedState => useStore(state)

/** Runs after the line came back, when everything shown must be fetched again. */
export function onFeedReturned(listener: () => void): () => void {
  returned.add(listener)
  return () => void returned.delete(listener)
}

/** Starts the page's one price socket; it looks after itself from then on. */
export function startPriceSocket(): void {
  addEventListener('online', connectNow)
  addEventListener('offline', () => {
    drop()
    change('offline')
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && state.get().kind !== 'live') connectNow()
  })
  connect()
}

function change(kind: FeedState['kind']): void {
  if (state.get().kind !== kind) state.set({ kind, since: performance.now() })
}

function connectNow(): void {
  attempts = 0
  drop()
  connect()
}

function connect(): void {
  clearTimeout(retry)
  if (!navigator.onLine) return change('offline')
  if (state.get().kind === 'offline') change('connecting')
  const next = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/message`)
  socket = next
  listenForSilence(next)
  next.addEventListener('message', (event) => socket === next && take(next, event.data))
  next.addEventListener('close', () => socket === next && lost())
}

function take(from: WebSocket, data: unknown): void {
  listenForSilence(from)
  const items = readFrame(data)
  if (!items) return
  putQuotes(items)
  attempts = 0
  if (state.get().kind === 'live') return
  change('live')
  if (wasLive) for (const listener of returned) listener()
  wasLive = true
}

function listenForSilence(of: WebSocket): void {
  clearTimeout(silence)
  silence = setTimeout(() => socket === of && lost(), silentMs)
}

function lost(): void {
  drop()
  change(navigator.onLine ? 'connecting' : 'offline')
  retry = setTimeout(connect, pauseMs(attempts++, document.hidden))
}

function drop(): void {
  clearTimeout(retry)
  clearTimeout(silence)
  const old = socket
  socket = undefined
  old?.close()
}

/** Doubling from 0.5 s to 2.5 s (30 s while hidden), spread by up to half so that clients do not return in step. */
export function pauseMs(attempt: number, hidden: boolean, random: number = Math.random()): number {
  const ceiling = Math.min(hidden ? hiddenMs : longestMs, shortestMs * 2 ** Math.min(attempt, 10))
  return Math.round(Math.max(shortestMs, ceiling * (0.5 + random / 2)))
}
