import type { Query, QueryCache } from '@tanstack/react-query'

/**
 * Keeps what failed on the screen while it is requested again by itself (a returned window or feed, an interval):
 * the library calls such a query pending again, and a screen would change from its problem to a skeleton and back.
 * A request that a customer pressed for shows its skeleton, and so does a screen that is opened anew.
 * @param cache - The queries of the app.
 * @param options.isPressed - Whether the request being started is a customer's own.
 * @returns A function that ends it.
 */
export function keepProblems(cache: QueryCache, { isPressed }: { isPressed: () => boolean }): () => void {
  const shown = new WeakMap<Query, Error>()
  return cache.subscribe((event) => {
    const { query } = event
    if (event.type === 'observerRemoved' && query.getObserversCount() === 0) shown.delete(query)
    if (event.type !== 'updated') return
    if (event.action.type === 'error' && query.state.error) shown.set(query, query.state.error)
    if (event.action.type === 'success') shown.delete(query)
    const problem = shown.get(query)
    if (event.action.type === 'fetch' && query.state.status === 'pending' && problem && !isPressed())
      query.setState({ status: 'error', error: problem })
  })
}

/**
 * @param target - The target whose clicks are listened to, before their handlers.
 * @returns A function that returns whether the running code was started by a click; keys that press a button count.
 */
export function watchPresses(target: EventTarget): () => boolean {
  let pressed = false
  target.addEventListener(
    'click',
    () => {
      pressed = true
      setTimeout(() => (pressed = false))
    },
    { capture: true },
  )
  return () => pressed
}
