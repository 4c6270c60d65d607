type Listener = (problem: unknown) => void
const listeners = new Set<Listener>()

/** Hands a problem that no screen shows by itself to the page, which says it in a toast: nothing is silent. */
export function reportProblem(problem: unknown): void {
  for (const listener of listeners) listener(problem)
}

export function onProblem(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
