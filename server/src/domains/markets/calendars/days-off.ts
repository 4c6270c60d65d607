import type { Instrument } from '../catalogue/instrument.ts'
import type { CalendarBook } from './calendar-book.ts'
import { dayOfDate } from './calendar.ts'

/**
 * Days on which the exchange of an instrument is closed all day, as days from the epoch by its own date; weekends are not
 * among them. None of a year whose holidays are not known, and none of an unknown code.
 */
export function daysOffOf(
  find: (code: string) => Pick<Instrument, 'calendar'> | undefined,
  calendars: Pick<CalendarBook, 'get'>,
): (code: string) => readonly number[] {
  const known = new Map<string, readonly number[]>()
  return (code) => {
    const name = find(code)?.calendar
    if (name === undefined) return []
    const days = known.get(name) ?? calendars.get(name).facts.holidays.map(dayOfDate)
    known.set(name, days)
    return days
  }
}
