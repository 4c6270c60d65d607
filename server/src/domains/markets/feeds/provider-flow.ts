/** No provider has a reason to send us this much in a second; bytes. */
const mostBytesPerSecond = 8 * 1024 * 1024

/**
 * Counts what a connection sends in each second of a clock that only rises; answers false when it is a flood. A window that
 * starts anew each second lets through at most twice the bound, which is bounded all the same.
 */
export function createFlow(mostFrames: number): (bytes: number, now: number) => boolean {
  let second = -1
  let frames = 0
  let sum = 0
  return (bytes, now) => {
    const current = Math.floor(now / 1000)
    if (current !== second) {
      second = current
      frames = 0
      sum = 0
    }
    frames += 1
    sum += bytes
    return frames <= mostFrames && sum <= mostBytesPerSecond
  }
}
