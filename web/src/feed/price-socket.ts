import { elapsedMs, markNow, type Mark } from '../lib/elapsed.ts'
import { createStore, useStore } from '../lib/store.ts'
import { responseLimitMs, pauseMs, silenceLimitMs } from './reconnect-pace.ts'
import { readFrame } from './price-frame.ts'
import { putQuotes, silenceMs } from './quote-store.ts'
import { staleAfterMs } from './staleness.ts'

/**
 * `live`: new prices arrive. `stale`: the line stands, and for some seconds no price was new. `connecting`: not yet or
 * not now. `offline`: the browser reports that there is no network.
 */
export type FeedState = { readonly kind: 'live' | 'stale' | 'connecting' | 'offline'; readonly since: number }

const watchEveryMs = 500
/** Several events report one return; a connection that was requested within this time is waited for. */
const responseWithinMs = 1000
/** A page that becomes visible again does not trust its connection when it has been silent for longer. */
const trustedSilenceMs = 2000

const state = createStore<FeedState>({ kind: 'connecting', since: performance.now() })
const returned = new Set<() => void>()

let socket: WebSocket | undefined
let retry: ReturnType<typeof setTimeout> | undefined
/** When the present socket was requested, and when it last received something. */
let requested: Mark = markNow()
let received: Mark | undefined
let attempts = 0
/** Silences in a row that a new line did not end: then it is the feed that is silent, and lines are spared. */
let silences = 0
let wasLive = false
/** The page was without a line for a while, so what it shows may be old, or may not have come at all. */
let missed = false

/** Whether the page has had a line to the prices since it was opened. */
export const hadLine = (): boolean => wasLive

export const useFeedState = (): FeedState => useStore(state)

/** Runs after the line came back, when everything shown must be fetched again. */
export function onFeedReturned(listener: () => void): () => void {
  returned.add(listener)
  return () => void returned.delete(listener)
}

/**
 * Starts the page's one price socket; it reconnects by itself from then on. Closing, silence and sleep all end in a new
 * socket: in sight after 0.5 to 2.5 s, hidden after up to 30 s, and at once when the network or the eyes come back.
 */
export function startPriceSocket(): void {
  addEventListener('online', comeBack)
  addEventListener('offline', goOffline)
  addEventListener('focus', comeBack)
  addEventListener('pageshow', comeBack)
  document.addEventListener('resume', comeBack)
  document.addEventListener('visibilitychange', () => !document.hidden && comeBack())
  setInterval(watch, watchEveryMs)
  connect()
}

function change(kind: FeedState['kind']): void {
  if (state.get().kind !== kind) state.set({ kind, since: performance.now() })
}

function goOffline(): void {
  drop()
  missed = true
  change('offline')
}

/** A good connection is kept; any other is replaced at once, because a visible page needs prices now. */
function comeBack(): void {
  const good = state.get().kind === 'live' && received !== undefined && elapsedMs(received) <= trustedSilenceMs
  const coming = socket !== undefined && received === undefined && elapsedMs(requested) <= responseWithinMs
  if (good || coming) return
  attempts = 0
  silences = 0
  connect()
}

function connect(): void {
  drop()
  if (!navigator.onLine) return goOffline()
  if (state.get().kind === 'offline') change('connecting')
  const next = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/message`)
  socket = next
  requested = markNow()
  next.addEventListener('message', (event) => socket === next && take(event.data))
  next.addEventListener('close', () => socket === next && lost())
}

function take(data: unknown): void {
  received = markNow()
  const items = readFrame(data)
  if (!items) return
  putQuotes(items)
  attempts = 0
  const old = silenceMs() > staleAfterMs
  if (!old) silences = 0
  change(old ? 'stale' : 'live')
  wasLive = true
  if (missed) for (const listener of returned) listener()
  missed = false
}

/** Pings of the server are invisible to a page, so a line that died without a word is known by its silence. */
function watch(): void {
  if (socket === undefined) return
  if (state.get().kind === 'live' && silenceMs() > staleAfterMs) change('stale')
  if (
    received === undefined
      ? elapsedMs(requested) > responseLimitMs(attempts)
      : elapsedMs(received) > silenceLimitMs(silences)
  ) {
    if (received !== undefined) silences += 1
    lost()
  }
}

function lost(): void {
  drop()
  missed = true
  change(navigator.onLine ? 'connecting' : 'offline')
  retry = setTimeout(connect, pauseMs(attempts++, document.hidden))
}

function drop(): void {
  clearTimeout(retry)
  const old = socket
  socket = undefined
  received = undefined
  old?.close()
}
