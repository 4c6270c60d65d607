import { startOfUtcDay, utcDay } from '../../../kernel/time/clock.ts'

/** Epoch ms of the start of a UTC day written YYYY-MM-DD; undefined for what is no day of any calendar, 30 February too. */
export function startOfDay(day: string): number | undefined {
  const start = startOfUtcDay(day)
  return !Number.isNaN(start) && utcDay(start) === day ? start : undefined
}

const form = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?Z$/

/**
 * Epoch ms of a time written as exchanges write it: RFC 3339 in UTC, 2021-04-17T16:43:30.244075Z; what is finer than a
 * millisecond is cut off. Undefined for anything else.
 */
export function instantOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length > 30) return undefined
  const [, day = '', hours = '', minutes = '', seconds = '', fraction = ''] = form.exec(text) ?? []
  const start = startOfDay(day)
  if (start === undefined) return undefined
  const whole = (Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10)) * 60 + Number.parseInt(seconds, 10)
  return start + whole * 1000 + Number.parseInt(fraction.slice(0, 3).padEnd(3, '0'), 10)
}
