import type { Timers } from '../../../../kernel/time/timers.ts'

/** Frames that wait to be sent; more than this at once is a provider that makes us talk. */
const maxWaiting = 1000

/** Sends frames in their order, no two closer together than the provider allows. */
export type Outbox = {
  /** False when there was no room for all of them. */
  add(frames: readonly string[]): boolean
  end(): void
}

/** An outbox of one connection. `everyMs` of 0 sends at once. */
export function createOutbox(params: { everyMs: number; timers: Timers; send(frame: string): void }): Outbox {
  const waiting: string[] = []
  let cancel: (() => void) | undefined
  const sendNext = (): void => {
    cancel = undefined
    const frame = waiting.shift()
    if (frame === undefined) return
    params.send(frame)
    cancel = params.timers.after(params.everyMs, sendNext)
  }
  return {
    add(frames) {
      if (waiting.length + frames.length > maxWaiting) return false
      if (params.everyMs === 0) {
        for (const frame of frames) params.send(frame)
        return true
      }
      waiting.push(...frames)
      if (cancel === undefined) sendNext()
      return true
    },
    end: () => cancel?.(),
  }
}
