import { minuteMs } from '@evenhand/protocol/durations.ts'

/** Minutes of the day from 0 to 1439 in an IANA zone; `to` may be on the next day. */
export type Quiet = { fromMin: number; toMin: number; zone: string }

const dayMinutes = 1440
const formats = new Map<string, Intl.DateTimeFormat>()

/** How the clocks of a zone are read; undefined for a name that is no zone. */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone)
  if (known !== undefined) return known
  try {
    const made = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    // Names differ in case alone as well: past all there are, none is kept.
    if (formats.size < 1000) formats.set(zone, made)
    return made
  } catch {
    return undefined
  }
}

/** A zone by its IANA name. A bare offset is none: it would be an hour off for half the year. */
export const isZone = (zone: string): boolean => /^[A-Za-z]/.test(zone) && formatOf(zone) !== undefined

function minuteIn(zone: string, at: number): number {
  const [hours = 0, minutes = 0] = (formatOf(zone)?.format(at) ?? '')
    .split(':')
    .map((part) => Number.parseInt(part, 10))
  return hours * 60 + minutes
}

/**
 * Until when (epoch ms) a customer is left in peace; undefined outside the hours. Where clocks change in between it is up
 * to an hour off, and the next run checks again.
 */
export function quietUntil({ fromMin, toMin, zone }: Quiet, now: number): number | undefined {
  const minute = minuteIn(zone, now)
  const since = (minute - fromMin + dayMinutes) % dayMinutes
  const length = (toMin - fromMin + dayMinutes) % dayMinutes
  return since < length ? now - (now % minuteMs) + (length - since) * minuteMs : undefined
}

/** The minute of a day that HH:MM names. */
export const minuteOf = (text: string): number =>
  Number.parseInt(text.slice(0, 2), 10) * 60 + Number.parseInt(text.slice(3), 10)
const two = (value: number): string => String(value).padStart(2, '0')
/** The minute of a day as HH:MM. */
export const minuteText = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
