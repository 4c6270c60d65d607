import { startOfUtcDay, utcDay } from '../../../kernel/clock.ts'

const written = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?Z$/

/** Epoch ms of a UTC day written YYYY-MM-DD; undefined for a day that is on no calendar. */
export function msOfDay(day: string): number | undefined {
  const ms = startOfUtcDay(day)
  return Number.isSafeInteger(ms) && ms >= 0 && utcDay(ms) === day ? ms : undefined
}

/** Epoch ms of a UTC time of RFC 3339 with up to nine decimals of a second, rounded down; undefined for anything else. */
export function msOfTime(text: string): number | undefined {
  const parts = written.exec(text)
  if (parts === null) return undefined
  const [, day = '', hour = '', minute = '', second = '', fraction = ''] = parts
  const start = msOfDay(day)
  if (start === undefined) return undefined
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  return start + seconds * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}
