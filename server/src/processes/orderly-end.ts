import { systemClock } from '../kernel/time/clock.ts'

/** A terminal, npm and the start script each pass on the one signal that was sent. */
const sameSignalMs = 1000
const withinMs = 15_000

/** Ends this process in order, with the exit code that requests a restart. */
export function endForAnotherStart(): void {
  process.exitCode = 1
  process.kill(process.pid, 'SIGTERM')
}

let endingSince: number | undefined
/** Whether this process received a signal to end. */
export const isEnding = (): boolean => endingSince !== undefined

/** Ends the process in order at the first signal, at once at a second one, and by force where it takes over 15 seconds. */
export function endOnSignals(stop: () => Promise<void>): void {
  const end = async (): Promise<void> => {
    if (endingSince !== undefined) {
      if (systemClock.monotonic() - endingSince < sameSignalMs) return
      process.exit(1)
    }
    endingSince = systemClock.monotonic()
    setTimeout(() => {
      console.error('The product could not be ended in order within 15 seconds: it is ended as it is.')
      process.exit(1)
    }, withinMs).unref()
    await stop()
    process.exit(process.exitCode ?? 0)
  }
  const failed = (cause: unknown): never => {
    console.error(cause)
    return process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end().catch(failed))
}
