/** No provider has a reason to send us this much in a second; bytes. */
const maxBytesPerSecond = 2 * 1024 * 1024
/** Nor to take this much of a second to be understood: everything else waits meanwhile. Milliseconds. */
const maxMsPerSecond = 250

/** What a connection costs in each second; each call returns false when it is a flood. */
export type Flow = {
  /** A frame of so many bytes has come. */
  arrived(bytes: number): boolean
  /** It took so many milliseconds to understand. */
  took(ms: number): boolean
}

/**
 * Counts frames, bytes and time by a clock that only rises. A window that starts anew each second lets through at most
 * twice the bounds, which is bounded all the same.
 */
export function createFlow({ maxFrames, now }: { maxFrames: number; now: () => number }): Flow {
  let second = -1
  let frames = 0
  let sum = 0
  let busyMs = 0
  const enter = (): void => {
    const current = Math.floor(now() / 1000)
    if (current === second) return
    second = current
    frames = 0
    sum = 0
    busyMs = 0
  }
  return {
    arrived(bytes) {
      enter()
      frames += 1
      sum += bytes
      return frames <= maxFrames && sum <= maxBytesPerSecond
    },
    took(ms) {
      // Counted where the frame began, so that one that takes longer than a second is not forgotten with it.
      busyMs += ms
      return busyMs <= maxMsPerSecond
    },
  }
}
