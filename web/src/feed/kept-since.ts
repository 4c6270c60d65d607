import { createStore, useStore } from '../lib/store.ts'
import { onFeedReturned } from './price-socket.ts'

const keptSince = createStore<number | undefined>(undefined)

/** From when the customer's own lists are that are shown without a network, in epoch ms; undefined while they are fresh. */
export const useKeptSince = (): number | undefined => useStore(keptSince)

/** Takes note of a response that the app's worker kept, with its time in `kept-at`; the oldest one on the page counts. */
export function noteKept(response: Response): void {
  const at = Number(response.headers.get('kept-at') ?? Number.NaN)
  if (Number.isFinite(at)) keptSince.set(Math.min(keptSince.get() ?? at, at))
}

onFeedReturned(() => keptSince.set(undefined))
