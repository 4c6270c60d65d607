import { readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

const key = 'balancesHidden'
const store = createStore(readStored(key) === '1')

/** Whether this browser shows dots in the place of the customer's money. */
export const useHiddenBalances = (): boolean => useStore(store)

/** Hides the amounts of money in this browser, or shows them again; kept in its storage. */
export function toggleHiddenBalances(): void {
  const hidden = !store.get()
  writeStored(key, hidden ? '1' : null)
  store.set(hidden)
}

/** What stands in the place of a hidden amount. */
export const hiddenText = '••••••'
