import { refusalCodes } from '@evenhand/protocol/codes.ts'
import { maxWatched } from '@evenhand/protocol/watchlist-limits.ts'
import { onFeedReturned } from '../../../feed/price-socket.ts'
import { isRefused, Refused } from '../../../lib/problem.ts'
import { reportProblem } from '../../../lib/report-problem.ts'
import { currentSession, subscribeSession } from '../../../lib/session.ts'
import { onGuestCodes, readGuestCodes, readLeftCodes, writeGuestCodes, writeLeftCodes } from './guest-list.ts'
import { changed, listOf, noLists, watchedIn, type Change, type Lists } from './watch-lists.ts'
import { watchView, type Watch } from './watch-view.ts'

/** Coming back to the page requests again when the last response is older. */
const freshMs = 10_000

let token = currentSession()?.token
/** The visitor's list; in memory too, for browsers that refuse to keep anything. */
let guestCodes: readonly string[] = readGuestCodes()
/** What the server returned last; undefined before its first response. */
let latest: Lists | undefined
let waiting: readonly Change[] = []
let running = false
let latestAt = Number.NEGATIVE_INFINITY
let problem: unknown
let started = false

function present(): Watch {
  const guest = token === undefined
  const base = guest ? [{ id: '', name: '', codes: [...guestCodes] }] : (latest ?? [])
  const known = base.length === 0 ? noLists : base
  const lists = waiting.reduce(changed, known)
  const ready = guest || latest !== undefined
  return {
    owner: guest ? 'guest' : 'customer',
    lists,
    watched: watchedIn(lists),
    ready,
    problem,
    left: readLeftCodes(),
  }
}
const show = (): void => watchView.show(present())

/** Shows a change at once and sends it to the server; when the server refuses, it is undone and the refusal shown. */
export function change(next: Change): void {
  start()
  const { lists } = present()
  if (next.kind === 'add' && isFull(lists, next.listId)) return notify(fullList())
  if (token === undefined) {
    keepGuest(changed(lists, next)[0]?.codes ?? [])
    return show()
  }
  // An order that was not sent yet is replaced by the newer one; the first one waiting is on its way already.
  const superseded = (one: Change, at: number) =>
    at > 0 && one.kind === 'order' && next.kind === 'order' && one.listId === next.listId
  waiting = [...waiting.filter((one, at) => !superseded(one, at)), next]
  show()
  void run()
}

function keepGuest(codes: readonly string[]): void {
  guestCodes = codes
  writeGuestCodes(codes)
}

const isFull = (lists: Lists, listId: string): boolean => (listOf(lists, listId)?.codes.length ?? 0) >= maxWatched
const fullList = (): Refused =>
  new Refused('openLimitReached', {
    code: refusalCodes.openLimitReached,
    params: { limit: 'watchlist', max: maxWatched },
    traceId: '',
  })

/** Opens a list under a name; returns its id. Throws what the call throws. */
export async function openList(name: string): Promise<string> {
  const calls = await import('./watch-calls.ts')
  const { id, lists } = await calls.openList(name)
  take(lists)
  return id
}

/** The customer has read what did not fit. */
export function forgetLeft(): void {
  writeLeftCodes([])
  show()
}

export const refetchLists = (): Promise<void> => run(true)

/**
 * One call at a time, so that responses come in the order of the changes: first what a visitor watched joins the customer's
 * lists, then each change, then, if anything went wrong or `again`, the lists as they are.
 */
async function run(again = false): Promise<void> {
  if (running || token === undefined) return
  running = true
  const mine = token
  let doubtful = again
  try {
    const calls = await import('./watch-calls.ts')
    if (guestCodes.length > 0) await merge(calls, mine)
    if (latest === undefined) {
      take(await calls.readLists())
      doubtful = false
    }
    for (let next = waiting[0]; next !== undefined && mine === token; next = waiting[0]) {
      try {
        const lists = await calls.sendChange(next, latest ?? [])
        if (mine !== token) break
        waiting = waiting.slice(1)
        take(lists)
        doubtful = false
      } catch (cause) {
        if (mine !== token) break
        waiting = waiting.slice(1)
        doubtful = true
        show()
        notify(cause)
      }
    }
    if (doubtful && mine === token) take(await calls.readLists())
  } catch (cause) {
    if (mine === token) {
      problem = cause
      if (waiting.length > 0) notify(cause)
      waiting = []
      show()
    }
  }
  running = false
  if (mine !== token || waiting.length > 0) void run()
}

async function merge(calls: typeof import('./watch-calls.ts'), mine: string): Promise<void> {
  const { lists, left } = await calls.mergeCodes(guestCodes)
  if (mine !== token) return
  keepGuest([])
  if (left.length > 0) {
    writeLeftCodes(left)
    notify(fullList())
  }
  take(lists)
}

function take(lists: Lists): void {
  latest = lists
  latestAt = performance.now()
  problem = undefined
  show()
}

const notify = (cause: unknown): void => {
  if (!isRefused(cause, 'sessionEnded')) reportProblem(cause)
}

/** Follows sign-in and sign-out, other tabs, and the way back to the page; begins with the first component that shows them. */
export function start(): void {
  if (started) return
  started = true
  subscribeSession(() => {
    if (token === currentSession()?.token) return
    const before = token
    token = currentSession()?.token
    // Renewed tokens keep their owner; the lists of another customer are never shown, not for a moment.
    latest = undefined
    waiting = []
    if (token === undefined) guestCodes = readGuestCodes()
    if (before !== undefined) writeLeftCodes([])
    show()
    void run()
  })
  onGuestCodes(() => {
    guestCodes = readGuestCodes()
    show()
  })
  const check = () => {
    if (!document.hidden && performance.now() - latestAt > freshMs) void run(true)
  }
  document.addEventListener('visibilitychange', check)
  addEventListener('focus', check)
  onFeedReturned(() => void run(true))
  show()
  void run()
}
