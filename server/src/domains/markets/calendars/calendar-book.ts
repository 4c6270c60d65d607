import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calendarOf, type Calendar, type CalendarFacts, type Session } from './calendar.ts'

/** All calendars of this build, by name. */
export type CalendarBook = {
  /** Throws for a name that the catalogue does not use. */
  get(name: string): Calendar
  names(): readonly string[]
  /** The session of a calendar at a time in epoch ms; see Calendar.sessionAt. */
  sessionAt(name: string, atMs: number): Session
  /** Milliseconds left of the running session: 0 while closed, Infinity where it never closes. */
  remaining(name: string, atMs: number): number
  /** True when a term of `limitTime` seconds and the five minutes after it still fit into the running session. */
  fits(name: string, atMs: number, limitTime: number): boolean
}

/** What must be left of a session beyond an option's term, so that its exit tick has a market to come from. */
const marginMs = 300_000

let loaded: CalendarBook | undefined

/** The calendars from their file; read once. Throws when the file is damaged. */
export function loadCalendars(): CalendarBook {
  loaded ??= bookOf(
    JSON.parse(readFileSync(join(import.meta.dirname, '../catalogue/calendars.json'), 'utf8')) as Record<
      string,
      CalendarFacts
    >,
  )
  return loaded
}

function bookOf(facts: Record<string, CalendarFacts>): CalendarBook {
  const calendars = new Map(Object.entries(facts).map(([name, one]) => [name, calendarOf(name, one)]))
  const get = (name: string): Calendar => {
    const calendar = calendars.get(name)
    if (calendar === undefined) throw new Error(`There is no calendar named "${name}"`)
    return calendar
  }
  const remaining = (name: string, atMs: number): number => {
    const { open, until } = get(name).sessionAt(atMs)
    if (!open) return 0
    return until === null ? Number.POSITIVE_INFINITY : until - atMs
  }
  return {
    get,
    names: () => [...calendars.keys()],
    sessionAt: (name, atMs) => get(name).sessionAt(atMs),
    remaining,
    fits: (name, atMs, limitTime) => remaining(name, atMs) >= limitTime * 1000 + marginMs,
  }
}
