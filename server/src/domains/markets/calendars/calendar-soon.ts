import { utcDay } from '../../../kernel/time/clock.ts'
import type { CalendarFacts } from './calendar.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** A day on which a market keeps other hours than its week states; `time` as HH:MM in the calendar's time zone. */
export type OtherHours = { date: string; change: 'closed' | 'closesEarly' | 'opensLate'; time?: string }

const aheadMs = 30 * dayMs
const max = 12

/** The holidays, early closes and late opens of the next thirty days, the nearest first. `now` in epoch milliseconds. */
export function otherHoursSoon(facts: CalendarFacts, now: number): OtherHours[] {
  const [from, to] = [utcDay(now), utcDay(now + aheadMs)]
  const closed = new Set(facts.holidays)
  const timed = (change: 'closesEarly' | 'opensLate', times: Readonly<Record<string, string>>): OtherHours[] =>
    Object.entries(times).flatMap(([date, time]) => (closed.has(date) ? [] : [{ date, change, time }]))
  return [
    ...facts.holidays.map((date): OtherHours => ({ date, change: 'closed' })),
    ...timed('opensLate', facts.lateOpens),
    ...timed('closesEarly', facts.earlyCloses),
  ]
    .filter(({ date }) => date >= from && date <= to)
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
    .slice(0, max)
}
