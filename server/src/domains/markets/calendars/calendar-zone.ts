import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'

/**
 * Offsets of a time zone by the tables of `Intl`. Calling `Intl` takes microseconds, too long for every second of every
 * calendar, so the changes of a year are searched once and kept.
 */
export type Zone = {
  readonly name: string
  /** Milliseconds to add to UTC to read the zone's wall clock. */
  offsetAt(utcMs: number): number
  /** The UTC time at which the zone's wall clock shows `localMs` (a wall time read as if it were UTC). */
  utcOf(localMs: number): number
}

/** A stretch within which an offset is searched; no zone here changes twice within it. */
const stretchMs = 32 * dayMs

/** A zone by its IANA name. Throws a RangeError for a name that `Intl` does not know. */
export function zoneOf(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const request = (utcMs: number): number => wallOf(format, utcMs) - Math.floor(utcMs / 1000) * 1000
  const edges = new Map<number, number>()
  const edge = (stretch: number): number => {
    let offset = edges.get(stretch)
    if (offset === undefined) edges.set(stretch, (offset = request(stretch * stretchMs)))
    return offset
  }
  const changes = new Map<number, number>()
  const changeIn = (stretch: number): number => {
    let at = changes.get(stretch)
    if (at === undefined) changes.set(stretch, (at = findChange(request, stretch * stretchMs)))
    return at
  }
  const offsetAt = (utcMs: number): number => {
    const stretch = Math.floor(utcMs / stretchMs)
    const before = edge(stretch)
    const after = edge(stretch + 1)
    return before === after || utcMs < changeIn(stretch) ? before : after
  }
  const utcOf = (localMs: number): number => {
    const guess = localMs - offsetAt(localMs)
    return localMs - offsetAt(guess)
  }
  return { name, offsetAt, utcOf }
}

/** The first second of a stretch at which the offset differs from the one at its start. */
function findChange(request: (utcMs: number) => number, start: number): number {
  const first = request(start)
  let low = start / 1000
  let high = (start + stretchMs) / 1000
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (request(middle * 1000) === first) low = middle
    else high = middle
  }
  return high * 1000
}

/** The zone's wall clock at a UTC time, as epoch milliseconds of the same clock face in UTC. */
function wallOf(format: Intl.DateTimeFormat, utcMs: number): number {
  const [month, day, year, hour, minute, second] = format.format(utcMs).match(/\d+/g) as string[]
  return (
    dayOf(Number(year), Number(month), Number(day)) * dayMs +
    Number(hour) * hourMs +
    Number(minute) * 60_000 +
    Number(second) * 1000
  )
}

/** Days since 1970-01-01 of a Gregorian date (Hinnant, "chrono-Compatible Low-Level Date Algorithms"). */
export function dayOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}
