import { loadUntilLoaded } from '../../../lib/lazy-with-retry.ts'

let loading: Promise<typeof import('./watch-store.ts')> | undefined

/**
 * What keeps the lists travels apart from the first paint, and begins with the first component that shows them. One
 * promise for all: what is pressed while it is on its way is done in the order of the presses.
 */
export const keeper = (): Promise<typeof import('./watch-store.ts')> =>
  (loading ??= loadUntilLoaded(() => import('./watch-store.ts')))
