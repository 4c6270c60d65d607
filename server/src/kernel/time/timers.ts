/** Delayed calls. Passed beside the clock where waiting is the work, so that a test moves both. */
export type Timers = {
  /** Runs once after so many milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

/** The machine's timers. They keep no process alive. */
export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** Runs again and again, each time so many milliseconds after the time before; the returned function ends it. */
export function every(timers: Timers, ms: number, run: () => void): () => void {
  let cancel: () => void = () => {}
  const again = (): void => {
    cancel = timers.after(ms, () => {
      again()
      run()
    })
  }
  again()
  return () => cancel()
}
