import type { Log } from './log.ts'

type Listener<E> = (event: E) => void | Promise<void>

/** Events between domains inside one process. A listener that fails is logged and harms neither the sender nor the others. */
export type Bus<Events extends object> = {
  on<K extends keyof Events>(name: K, listener: Listener<Events[K]>): () => void
  emit<K extends keyof Events>(name: K, event: Events[K]): void
}

export function createBus<Events extends object>(log: Log): Bus<Events> {
  const listeners = new Map<keyof Events, Set<Listener<never>>>()
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener as Listener<never>)
      return () => void set.delete(listener as Listener<never>)
    },
    emit(name, event) {
      for (const listener of listeners.get(name) ?? []) {
        Promise.resolve()
          .then(() => (listener as Listener<typeof event>)(event))
          .catch((cause: unknown) => log.error({ event: String(name), cause: String(cause) }, 'a listener failed'))
      }
    },
  }
}
