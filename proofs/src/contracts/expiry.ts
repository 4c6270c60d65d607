import { lastAtOrBefore, type TickRecord } from '../settle.ts'
import { utcDay } from './financing.ts'

const dayMs = 86_400_000
const hourOfExpiryMs = 16 * 3_600_000
/** The customer is notified of an expiry five days of 24 hours before. */
export const expiryNoticeMs = 5 * dayMs
/** Days of a month's end that weekends and holidays may take at most. */
const longestRest = 10

/** Days from the epoch to the first of a month (0 is January), by Hinnant's civil calendar. */
function firstOfMonth(year: number, month: number): number {
  const years = year + Math.floor(month / 12)
  const number = (((month % 12) + 12) % 12) + 1
  const shifted = number <= 2 ? years - 1 : years
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (number > 2 ? number - 3 : number + 9) + 2) / 5)
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** 0 is Sunday; the epoch was a Thursday. */
const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7

type Holiday = (utcDay: number) => boolean

function expiryOfMonth(year: number, month: number, isHoliday: Holiday): number {
  let day = firstOfMonth(year, month + 1) - 1
  while (weekday(day) === 0 || weekday(day) === 6 || isHoliday(day)) day -= 1
  return day * dayMs + hourOfExpiryMs
}

/**
 * The expiry of a future that is opened at `now` (epoch milliseconds): the last business day of a month at 16:00 UTC, of
 * the next month where that is over. `isHoliday` states about a UTC day whether the exchange is closed all day.
 */
export function expiryAfter(now: number, isHoliday: Holiday): number {
  let year = 1970 + Math.floor(utcDay(now) / 365.2425)
  while (firstOfMonth(year + 1, 0) <= utcDay(now)) year += 1
  while (firstOfMonth(year, 0) > utcDay(now)) year -= 1
  let month = 0
  while (expiryOfMonth(year, month, isHoliday) <= now) month += 1
  return expiryOfMonth(year, month, isHoliday)
}

/** When a future settles, with the exchange's days off that this was decided by, so that it can be computed again. */
export type Expiry = { readonly at: number; readonly daysOff: readonly number[] }

/**
 * The expiry of a future that opens at `openedAt` (epoch milliseconds). `daysOff` are days on which its exchange is closed all
 * day, in days from the epoch; those that could not have moved it are left out of what is returned.
 */
export function expiryOfOpening(openedAt: number, daysOff: readonly number[]): Expiry {
  const at = expiryAfter(openedAt, (day) => daysOff.includes(day))
  const isOfTheMonths = (day: number): boolean => day >= utcDay(openedAt) && day <= utcDay(at) + longestRest
  return { at, daysOff: daysOff.filter(isOfTheMonths) }
}

/**
 * The tick that settles an expiry: the last one, not late, with ts ≤ T. Unlike an option a position cannot be void, so
 * the age of that tick does not matter. `ticks` in order of seq, from the opening tick on.
 */
export const expiryTick = (expiresAt: number, ticks: readonly TickRecord[]): TickRecord | undefined =>
  lastAtOrBefore(expiresAt, ticks)
