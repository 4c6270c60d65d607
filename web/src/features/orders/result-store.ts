import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { createStore } from '../../lib/store.ts'

/** Results that have come and are not seen yet, newest first. */
export const newResults = createStore<readonly OptionOrder[]>([])
/** How many orders of the account in use run now. */
export const runningOrders = createStore<readonly OptionOrder[]>([])

const shown = new Set<string>()

/** Shows a result once in the life of a page. */
export function claimResult(order: OptionOrder): boolean {
  if (shown.has(order.id)) return false
  shown.add(order.id)
  newResults.set([order, ...newResults.get()])
  return true
}

export const seeResults = (): void => newResults.set([])
