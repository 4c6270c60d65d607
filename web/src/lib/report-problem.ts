type Listener = (problem: unknown) => void
const listeners = new Set<Listener>()
let waiting: unknown[] = []

/** Passes a problem that no screen shows by itself to the page, which shows it in a toast. */
export function reportProblem(problem: unknown): void {
  if (listeners.size === 0) waiting.push(problem)
  for (const listener of listeners) listener(problem)
}

/** Takes every problem from now on, and those that came before anyone listened. */
export function onProblem(listener: Listener): () => void {
  listeners.add(listener)
  const missed = waiting
  waiting = []
  for (const problem of missed) listener(problem)
  return () => void listeners.delete(listener)
}
