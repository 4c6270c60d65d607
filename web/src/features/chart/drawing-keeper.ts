import { getDrawings, putDrawings, type ChartDrawing } from '@evenhand/protocol/chart.ts'
import { onFeedReturned } from '../../feed/price-socket.ts'
import { call } from '../../lib/call.ts'
import { isRefused } from '../../lib/problem.ts'
import { currentSession } from '../../lib/session.ts'
import { mergeDrawings, sameDrawings } from './drawing-set.ts'
import { guestDrawings, guestKey, keepGuestDrawings } from './guest-drawings.ts'

type Drawings = readonly ChartDrawing[]
export type KeepingState = 'loading' | 'kept' | 'keeping' | 'waiting' | 'tooMany'
type KeeperParams = {
  code: string
  show: (drawings: Drawings) => void
  /** What becomes of the last change; `waiting` tries again by itself. */
  onState: (state: KeepingState) => void
}
export type Keeper = { keep: (drawings: Drawings) => void; stop: () => void }

const againMs = 5000
/** A held arrow key moves thirty times a second; what stands when it rests is what is sent. */
const restMs = 300
const mergesAtOnce = 5

/** A guest's drawings of an instrument, in this browser; another tab's changes show at once. */
export function keepForGuest({ code, show, onState }: KeeperParams): Keeper {
  const showGuest = () => show(guestDrawings()[code] ?? [])
  const onMessage = (event: StorageEvent) => {
    if (event.key === guestKey || event.key === null) showGuest()
  }
  addEventListener('storage', onMessage)
  showGuest()
  onState('kept')
  return {
    keep: (drawings) => keepGuestDrawings(code, drawings),
    stop: () => removeEventListener('storage', onMessage),
  }
}

type CopyParams = KeeperParams & { isOver: () => boolean }

/** This browser's copy of a customer's drawings of an instrument, and what it knows of the server's. */
function copyOf({ code, show, onState, isOver }: CopyParams) {
  let base: Drawings = []
  let version = 0
  let mine: Drawings = guestDrawings()[code] ?? []
  let isLoaded = false

  const adopt = (theirs: { drawings: Drawings; version: number }) => {
    mine = mergeDrawings({ base, mine, theirs: theirs.drawings })
    base = theirs.drawings
    version = theirs.version
    isLoaded = true
    show(mine)
  }
  const send = async (): Promise<boolean> => {
    const sent = mine
    const response = await call(putDrawings, { code, drawings: [...sent], version })
    if (response.saved) [base, version] = [sent, response.version]
    else if (!isOver()) adopt(response)
    return response.saved
  }
  show(mine)
  return {
    change: (drawings: Drawings) => void (mine = drawings),
    isLoaded: () => isLoaded,
    isKept: () => sameDrawings(mine, base),
    /** What another device may have changed is requested with the next exchange. */
    doubt: () => void (isLoaded = false),
    send,
    /** Reads what is there and sends what is not, until both are the same. */
    async exchange(): Promise<void> {
      if (!isLoaded) {
        const theirs = await call(getDrawings, { code })
        if (isOver()) return
        adopt(theirs)
      }
      let overtaken = 0
      // What changes while a response is on its way goes with the next round.
      while (!sameDrawings(mine, base) && !isOver()) {
        onState('keeping')
        if (!(await send()) && (overtaken += 1) > mergesAtOnce) throw new Error('overtaken again and again')
      }
      if (!isOver()) keepGuestDrawings(code, [])
    },
  }
}

/**
 * A customer's drawings of an instrument, on the server. What this browser drew before the sign-in joins them. A change
 * that another device's overtook is merged with it, and one that did not arrive is sent again until it does.
 */
export function keepForCustomer({ owner, ...params }: KeeperParams & { owner: string }): Keeper {
  let busy = false
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined
  // Another customer may have signed in since, in this tab or another; what is here is not theirs to get.
  const isOver = () => ended || !isSignedIn(owner)
  const copy = copyOf({ ...params, isOver })

  const sync = async () => {
    if (busy || isOver()) return
    busy = true
    clearTimeout(timer)
    try {
      await copy.exchange()
      params.onState('kept')
    } catch (cause) {
      const refused = isRefused(cause) && !isRefused(cause, 'fault', 'tooMany')
      params.onState(refused ? 'tooMany' : copy.isLoaded() ? 'waiting' : 'loading')
      if (!refused && !ended) timer = setTimeout(() => void sync(), againMs)
    } finally {
      busy = false
    }
  }
  const refresh = () => {
    // A hidden page may not come back: what waits is sent at once. One that comes back shows what other devices did meanwhile.
    if (!document.hidden) copy.doubt()
    void sync()
  }
  const forget = onFeedReturned(refresh)
  document.addEventListener('visibilitychange', refresh)
  params.onState('loading')
  void sync()
  return {
    keep(drawings) {
      copy.change(drawings)
      clearTimeout(timer)
      timer = setTimeout(() => void sync(), restMs)
    },
    stop() {
      // The last change of a chart that is left goes its own way; were it overtaken now, the other device's would stand.
      if (!isOver() && !busy && copy.isLoaded() && !copy.isKept()) void copy.send().catch(() => {})
      ended = true
      clearTimeout(timer)
      forget()
      document.removeEventListener('visibilitychange', refresh)
    },
  }
}

const isSignedIn = (owner: string): boolean => currentSession()?.user.id === owner

/** Takes what a guest drew on other instruments along into the account that was signed in to. */
export async function takeGuestAlong({ owner, except }: { owner: string; except: string }): Promise<void> {
  for (const [code, mine] of Object.entries(guestDrawings())) {
    if (code === except) continue
    if (!isSignedIn(owner)) return
    const theirs = await call(getDrawings, { code })
    if (!isSignedIn(owner)) return
    const drawings = mergeDrawings({ base: [], mine, theirs: theirs.drawings })
    const { saved } = await call(putDrawings, { code, drawings, version: theirs.version })
    if (saved) keepGuestDrawings(code, [])
  }
}
