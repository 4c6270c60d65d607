import type { Lists } from './watch-lists.ts'
import { createStore } from '../../../lib/store.ts'

/** What is watched, as the screens see it. */
export type Watch = {
  readonly owner: 'guest' | 'customer'
  /** As they will be when everything on its way has arrived. */
  readonly lists: Lists
  readonly watched: ReadonlySet<string>
  /** False until the lists are known. */
  readonly ready: boolean
  readonly problem: unknown
  /** What did not fit when the visitor's list joined the customer's. */
  readonly left: readonly string[]
}

const store = createStore<Watch>({
  owner: 'guest',
  lists: [],
  watched: new Set(),
  ready: false,
  problem: undefined,
  left: [],
})

export const watchView = { get: store.get, show: store.set, subscribe: store.subscribe }
