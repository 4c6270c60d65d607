import type { AccountMode } from '@evenhand/protocol/money.ts'
import { isEffectUnknown, isRefused, Refused } from './problem.ts'

/** `mode`: the account it was placed on, whichever is shown by now. */
export type Placed = { orderId: string; orderNo: string; receipt: unknown; mode?: AccountMode }

/**
 * What became of an order that was sent. `notPlaced`: no response came, and the server knows no order under the key.
 * `unknown`: no response came and the server cannot be reached; the order list will show it.
 */
export type Outcome =
  | { readonly kind: 'placed'; readonly order: Placed }
  | { readonly kind: 'refused'; readonly problem: Refused }
  | { readonly kind: 'notPlaced' | 'unknown'; readonly problem: unknown }

type Sending = {
  buy: () => Promise<Placed>
  /** The first response given under the order's key; refuses `notFound` when there is none. */
  find: () => Promise<Placed>
  pause: (ms: number) => Promise<void>
  /** Called once when no response comes and the search for the order begins. */
  onUnknown: () => void
}

/** An order that was being sent when the connection broke may reach the server a little later: three searches, not one. */
const pausesMs = [500, 2000, 4000]

/** Sends an order once. When its effect is unknown it is searched for by its key and never sent again by itself. */
export async function placeOrder({ buy, find, pause, onUnknown }: Sending): Promise<Outcome> {
  try {
    return { kind: 'placed', order: await buy() }
  } catch (problem) {
    if (problem instanceof Refused && !isEffectUnknown(problem)) return { kind: 'refused', problem }
    if (!isEffectUnknown(problem)) throw problem
    onUnknown()
    return findPlaced({ find, pause, problem })
  }
}

/** Searches for an order whose effect is unknown. `problem`: what went wrong when it was sent. */
export async function findPlaced({
  find,
  pause,
  problem,
}: Pick<Sending, 'find' | 'pause'> & { problem: unknown }): Promise<Outcome> {
  let absent = false
  for (const ms of pausesMs) {
    await pause(ms)
    try {
      return { kind: 'placed', order: await find() }
    } catch (cause) {
      absent = isRefused(cause, 'notFound')
      if (cause instanceof Refused && !absent && !isEffectUnknown(cause)) break
    }
  }
  return { kind: absent ? 'notPlaced' : 'unknown', problem }
}
