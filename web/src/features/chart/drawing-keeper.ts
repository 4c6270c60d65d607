import { getDrawings, putDrawings, type ChartDrawing } from '@evenhand/protocol/chart.ts'
import { onFeedReturned } from '../../feed/price-socket.ts'
import { call } from '../../lib/call.ts'
import { isRefused } from '../../lib/problem.ts'
import { mergeDrawings, sameDrawings } from './drawing-set.ts'
import { guestDrawings, guestKey, keepGuestDrawings } from './guest-drawings.ts'

type Drawings = readonly ChartDrawing[]
export type KeepingState = 'loading' | 'kept' | 'keeping' | 'waiting' | 'tooMany'
type KeeperOf = {
  code: string
  show: (drawings: Drawings) => void
  /** What becomes of the last change; `waiting` tries again by itself. */
  onState: (state: KeepingState) => void
}
export type Keeper = { keep: (drawings: Drawings) => void; stop: () => void }

const againMs = 5000
const mergesAtOnce = 5

/** A guest's drawings of an instrument, in this browser; another tab's changes show at once. */
export function keepForGuest({ code, show, onState }: KeeperOf): Keeper {
  const look = () => show(guestDrawings()[code] ?? [])
  const hear = (event: StorageEvent) => {
    if (event.key === guestKey || event.key === null) look()
  }
  addEventListener('storage', hear)
  look()
  onState('kept')
  return {
    keep: (drawings) => keepGuestDrawings(code, drawings),
    stop: () => removeEventListener('storage', hear),
  }
}

/**
 * A customer's drawings of an instrument, on the server. What this browser drew before the sign-in joins them. A change
 * that another device's overtook is merged with it, and one that did not arrive is sent again until it does.
 */
export function keepForCustomer({ code, show, onState }: KeeperOf): Keeper {
  let base: Drawings = []
  let version = 0
  let mine: Drawings = guestDrawings()[code] ?? []
  let loaded = false
  let busy = false
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const adopt = (theirs: { drawings: Drawings; version: number }) => {
    mine = mergeDrawings({ base, mine, theirs: theirs.drawings })
    base = theirs.drawings
    version = theirs.version
    loaded = true
    show(mine)
  }
  const exchange = async () => {
    if (!loaded) adopt(await call(getDrawings, { code }))
    let overtaken = 0
    // What changes while an answer is on its way goes with the next round.
    while (!sameDrawings(mine, base) && !ended) {
      onState('keeping')
      const sent = mine
      const answer = await call(putDrawings, { code, drawings: [...sent], version })
      if (answer.saved) [base, version] = [sent, answer.version]
      else adopt(answer)
      if (!answer.saved && (overtaken += 1) > mergesAtOnce) throw new Error('overtaken again and again')
    }
    keepGuestDrawings(code, [])
  }
  const sync = async () => {
    if (busy || ended) return
    busy = true
    clearTimeout(timer)
    try {
      await exchange()
      onState('kept')
    } catch (cause) {
      const refused = isRefused(cause) && !isRefused(cause, 'fault', 'tooMany')
      onState(refused ? 'tooMany' : loaded ? 'waiting' : 'loading')
      if (!refused && !ended) timer = setTimeout(() => void sync(), againMs)
    } finally {
      busy = false
    }
  }
  const refresh = () => {
    if (document.hidden) return
    // What another device drew meanwhile is asked for, and what waits here is sent.
    loaded = false
    void sync()
  }
  const forget = onFeedReturned(refresh)
  document.addEventListener('visibilitychange', refresh)
  show(mine)
  onState('loading')
  void sync()
  return {
    keep(drawings) {
      mine = drawings
      void sync()
    },
    stop() {
      ended = true
      clearTimeout(timer)
      forget()
      document.removeEventListener('visibilitychange', refresh)
    },
  }
}

/** Takes what a guest drew on other instruments along into the account of whoever signed in. */
export async function takeGuestAlong(except: string): Promise<void> {
  for (const [code, mine] of Object.entries(guestDrawings())) {
    if (code === except) continue
    const theirs = await call(getDrawings, { code })
    const drawings = mergeDrawings({ base: [], mine, theirs: theirs.drawings })
    const { saved } = await call(putDrawings, { code, drawings, version: theirs.version })
    if (saved) keepGuestDrawings(code, [])
  }
}
