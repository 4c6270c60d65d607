import { countUnread, socketFrame, type SocketFrame } from '@evenhand/protocol/notices.ts'
import { virtuallyHeader, type AccountMode } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import { call, isChanging } from '../lib/call.ts'
import { isRefused } from '../lib/problem.ts'
import { currentMode, currentSession, subscribeMode, subscribeSession } from '../lib/session.ts'
import { responseLimitMs } from './reconnect-pace.ts'
import { sessionConnection, publishSessionFrame, unreadNotices } from './session-connection.ts'
import { endingOf, longestAfter, sessionPauseMs } from './session-socket-pace.ts'
import { onFeedReturned } from './price-socket.ts'

/** Another tab that ended the session has its response by then, and has removed the token. */
const endedAfterMs = 350
/** The same in this page, where a response is still awaited. */
const endedWhileChangingMs = 1000
/** A change of account is with the server by then; what happened on the way to it is reloaded. */
const settledMs = 500
const countEveryMs = 60_000

const resync: SocketFrame = { channel: 'session', what: 'resync' }

let started = false
/** The session that the socket is for. */
let token: string | undefined
let socket: WebSocket | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let attempts = 0
/** The account in use as it was last sent to the server. */
let exportedMode: AccountMode | undefined
/** Counted up with every frame with the number of unread notices: a response that was requested before is older. */
let counted = 0

/**
 * Starts the page's one socket of the signed-in customer; it reconnects by itself from then on. It is closed at sign-out
 * and opened again for the next session. While it is away, pages poll.
 */
export function start(): void {
  if (started) return
  started = true
  addEventListener('online', connect)
  addEventListener('offline', drop)
  // Pings are invisible to a page, so this line cannot know that it died; prices share its way and have no silence.
  onFeedReturned(connect)
  subscribeSession(follow)
  subscribeMode(notifyMode)
  setInterval(() => sessionConnection.get() === 'away' && !document.hidden && void count(), countEveryMs)
  follow()
}

function follow(): void {
  const now = currentSession()?.token
  if (now === token) return
  token = now
  attempts = 0
  if (now === undefined) unreadNotices.set(0)
  connect()
}

function connect(): void {
  drop()
  if (token === undefined || !navigator.onLine) return
  const next = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`)
  socket = next
  next.addEventListener('open', () => next.send(JSON.stringify({ token, ...shown() })))
  next.addEventListener('message', ({ data }) => socket === next && onMessage(String(data)))
  next.addEventListener('close', ({ code, reason }) => socket === next && over(code, reason))
  timer = setTimeout(() => over(1006, ''), responseLimitMs(attempts))
}

/** The account on the screen, as a frame names it. */
function shown(): { virtually: string } {
  exportedMode = currentMode()
  return { virtually: virtuallyHeader[exportedMode] }
}

function drop(): void {
  clearTimeout(timer)
  const old = socket
  socket = undefined
  sessionConnection.set('away')
  old?.close()
}

function onMessage(text: string): void {
  const read = readFrame(text)
  // A newer server may send what this page does not know: then everything is reloaded.
  const frame = read ?? resync
  if (frame.channel === 'notifications') {
    counted += 1
    unreadNotices.set(frame.unread)
  }
  if (frame.channel === 'session') {
    clearTimeout(timer)
    attempts = 0
    sessionConnection.set('ready')
    void count()
    // Switched between the first frame and its response.
    if (exportedMode !== currentMode()) notifyMode()
  }
  publishSessionFrame(frame)
}

function readFrame(text: string): SocketFrame | undefined {
  try {
    return z.decode(socketFrame, JSON.parse(text))
  } catch {
    return undefined
  }
}

function over(code: number, reason: string): void {
  drop()
  const ending = endingOf(code, reason)
  if (ending === 'ended')
    return void (timer = setTimeout(() => void checkSession(), isChanging() ? endedWhileChangingMs : endedAfterMs))
  // Nothing was received yet, so nothing was counted.
  if (attempts === 0) void count()
  if (ending === 'unwanted') attempts = Math.max(attempts, longestAfter)
  timer = setTimeout(connect, sessionPauseMs(attempts++))
}

/** Calls as the session that the socket was for: the response 401 ends it in the page as everywhere else. */
async function checkSession(): Promise<void> {
  const requested = token
  try {
    await call(countUnread, {})
  } catch (problem) {
    if (isRefused(problem, 'sessionEnded')) return
  }
  if (token === requested) timer = setTimeout(connect, sessionPauseMs(attempts++))
}

async function count(): Promise<void> {
  const mine = (counted += 1)
  const requested = token
  if (requested === undefined) return
  try {
    const { unread } = await call(countUnread, {})
    if (counted === mine && token === requested) unreadNotices.set(unread)
  } catch {
    // The next frame or the next minute brings it.
  }
}

function notifyMode(): void {
  if (socket === undefined || sessionConnection.get() === 'away') return
  const current = socket
  current.send(JSON.stringify(shown()))
  setTimeout(() => socket === current && publishSessionFrame(resync), settledMs)
}
