import type { ChildProcess } from 'node:child_process'
import { systemClock, type Clock } from '../time/clock.ts'

/** A process that ran so long was healthy: the next pause is short again. */
const healthyAfterMs = 60_000

/** How long to wait before a process is started again: longer each time, up to `maxMs`, and short again after a long run. */
export function createRestartPause(
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  clock: Pick<Clock, 'monotonic'> = systemClock,
) {
  let pauseMs = firstMs
  let startedAt = clock.monotonic()
  return {
    /** The process was started. */
    started(): void {
      startedAt = clock.monotonic()
    },
    /** It ended: the pause before it is started again. */
    next(): number {
      if (clock.monotonic() - startedAt > healthyAfterMs) pauseMs = firstMs
      const pause = pauseMs
      pauseMs = Math.min(maxMs, pauseMs * 2)
      return pause
    },
  }
}

/** Why a process runs no more: what it ended with, or why it could not be started. */
export type Ended = { code: number | null; signal: NodeJS.Signals | null; cause?: string }

/**
 * Calls `ended` once, when a process exits or could not be started: then it never exits. Any other error of it, such as a
 * message that could not be sent, is no end.
 */
export function onceEnded(child: ChildProcess, ended: (why: Ended) => void): void {
  let isOver = false
  const end = (why: Ended): void => {
    if (isOver) return
    isOver = true
    ended(why)
  }
  child.on('exit', (code, signal) => end({ code, signal }))
  child.on('error', (cause) => {
    if (child.pid === undefined) end({ code: null, signal: null, cause: String(cause) })
  })
}
