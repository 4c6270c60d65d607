import type { OpenDay } from '../../calendars/calendar.ts'

/** Open seconds of a day before a second of it; both a count and the number of the next position on the day's path. */
export function openSecondsBefore(day: OpenDay, second: number): number {
  const { spans } = day
  let count = 0
  for (let index = 0; index < spans.length; index += 2) {
    const from = spans[index] as number
    if (from >= second) break
    count += Math.min(second, spans[index + 1] as number) - from
  }
  return count
}

/** The place of a second of the day, or −1 where the market is closed. */
export function indexOfSecond(day: OpenDay, second: number): number {
  const { spans } = day
  let count = 0
  for (let index = 0; index < spans.length; index += 2) {
    const from = spans[index] as number
    const to = spans[index + 1] as number
    if (second < from) return -1
    if (second < to) return count + second - from
    count += to - from
  }
  return -1
}

/** The second of the day that a position stands for. */
export function secondOf(day: OpenDay, position: number): number {
  const { spans } = day
  let left = position
  for (let index = 0; index < spans.length; index += 2) {
    const from = spans[index] as number
    const length = (spans[index + 1] as number) - from
    if (left < length) return from + left
    left -= length
  }
  throw new RangeError(`The day has no position ${position}`)
}
