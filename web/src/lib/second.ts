const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Runs the listener once a second, all listeners on one timer; for ages and countdowns. */
export function everySecond(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const one of listeners) one()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
