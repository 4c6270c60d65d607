/** The recorded prices of one instrument, by second; units of its precision. */
export type Tape = {
  /** Epoch second of the recording's first price. */
  readonly start: number
  /** Seconds after the start that have a price, rising. */
  readonly offsets: Int32Array
  readonly prices: Float64Array
  /** Pairs of offsets [from, to) in which the market rested. */
  readonly gaps: Int32Array
  /** Seconds of one round: from the first price to the last, both included. */
  readonly length: number
}

/** What is still being read: prices as they come, the last of a second stands. */
export type TapeMaker = { add(second: number, price: number): void; finish(): Tape | undefined }

/** A stretch without prices longer than this is not a quiet market but a gap between two recordings. */
const partSeconds = 5 * 86_400

/** Collects prices in order of time. Where long gaps split them, the longest part is the tape, the newest of equals. */
export function tapeMaker(): TapeMaker {
  let seconds: number[] = []
  let prices: number[] = []
  let best: { seconds: number[]; prices: number[] } = { seconds, prices }
  const close = (): void => {
    if (seconds.length >= best.seconds.length) best = { seconds, prices }
    seconds = []
    prices = []
  }
  const add = (second: number, price: number): void => {
    const last = seconds.at(-1)
    if (last === second) {
      prices[prices.length - 1] = price
      return
    }
    if (last !== undefined && second < last) throw new Error('its time goes backwards')
    if (last !== undefined && second - last > partSeconds) close()
    seconds.push(second)
    prices.push(price)
  }
  const finish = (): Tape | undefined => {
    close()
    const [start] = best.seconds
    const last = best.seconds.at(-1)
    if (start === undefined || last === undefined || last - start < 2 * endingSeconds) return undefined
    return {
      start,
      offsets: Int32Array.from(best.seconds, (second) => second - start),
      prices: Float64Array.from(best.prices),
      gaps: gapsIn(best.seconds, start),
      length: last - start + 1,
    }
  }
  return { add, finish }
}

/** Before a recording ends its instrument takes no new orders for so long, so that open ones settle on its prices. */
export const endingSeconds = 300
/** A stretch without prices of this length is a night or a pause: closed. Shorter ones are a quiet market. */
export const gapSeconds = 900

const busyHours = 3

/**
 * The offset of the first price of the three hours with the most. A recording of quotes starts at midnight, when minutes
 * pass without one; who tries a replay should meet a market that is awake. 0 for a tape shorter than two such stretches.
 */
export function busiestFrom(tape: Tape): number {
  const { offsets, length } = tape
  const hours = Math.floor(length / 3600)
  if (hours < 2 * busyHours) return 0
  const counts = Array.from({ length: hours + 1 }, () => 0)
  for (const offset of offsets) counts[Math.floor(offset / 3600)] = (counts[Math.floor(offset / 3600)] ?? 0) + 1
  let best = { hour: 0, prices: -1 }
  for (let hour = 0; hour + busyHours <= hours; hour += 1) {
    const prices = counts.slice(hour, hour + busyHours).reduce((sum, count) => sum + count, 0)
    if (prices > best.prices) best = { hour, prices }
  }
  return offsets[indexAt(tape, best.hour * 3600 - 1) + 1] ?? 0
}

/** Index of the last price at or before an offset, or −1. */
export function indexAt(tape: Tape, offset: number): number {
  let low = 0
  let high = tape.offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tape.offsets[middle] as number) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Whether new orders are taken at an offset, until which offset that holds, and why not. */
export type TapeState = { open: boolean; until: number; reason?: 'closed' | 'halted' }

/** The state of a tape at an offset in [0, length). Until `length` means until the next round begins. */
export function stateAt(tape: Tape, offset: number): TapeState {
  const ending = tape.length - endingSeconds
  if (offset >= ending) return { open: false, until: tape.length, reason: 'halted' }
  for (let index = 0; index < tape.gaps.length; index += 2) {
    const from = tape.gaps[index] as number
    const to = tape.gaps[index + 1] as number
    if (offset < from) return { open: true, until: Math.min(from, ending) }
    if (offset < to) return { open: false, until: to, reason: 'closed' }
  }
  return { open: true, until: ending }
}

/** Stretches [from, to) without prices: from the second after the last price to the second of the next. */
function gapsIn(seconds: readonly number[], start: number): Int32Array {
  const gaps: number[] = []
  for (let index = 1; index < seconds.length; index += 1) {
    const one = seconds[index - 1] as number
    const two = seconds[index] as number
    if (two - one >= gapSeconds) gaps.push(one + 1 - start, two - start)
  }
  return Int32Array.from(gaps)
}
