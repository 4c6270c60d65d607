import { dayOf, zoneOf, type Zone } from './calendar-zone.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

/** Opening and closing time of a session, HH:MM in the calendar's time zone; 24:00 ends a day. */
export type Span = { readonly open: string; readonly close: string }
/** A calendar as its file keeps it; `week` starts on Monday, exceptions are keyed by the local date. */
export type CalendarFacts = {
  readonly timeZone: string
  readonly week: readonly (readonly Span[])[]
  readonly holidays: readonly string[]
  readonly earlyCloses: Readonly<Record<string, string>>
  readonly lateOpens: Readonly<Record<string, string>>
  /** Years whose holidays and short days are known; null where none are, absent where a market never rests. */
  readonly knownYears?: { readonly from: number; readonly to: number } | null
}
/** Whether a market is open, and until when: the close if open, the next opening if closed, null where it never ends. */
export type Session = { readonly open: boolean; readonly until: number | null }
/** The open part of one UTC day: pairs of seconds of the day [from, to), and how many seconds they are. */
export type OpenDay = { readonly spans: readonly number[]; readonly seconds: number }

export type Calendar = {
  readonly name: string
  readonly facts: CalendarFacts
  /** The session at a time in epoch ms. A time on the opening second is open, on the closing second closed. */
  sessionAt(atMs: number): Session
  /** What is open of a UTC day, counted in days since 1970-01-01. */
  openDay(day: number): OpenDay
}

/** The longest stretch without a session that is still searched; beyond it a market counts as closed for good. */
const searchDays = 21

/** A calendar from its facts. Throws when a time or a time zone in them does not read. */
export function calendarOf(name: string, facts: CalendarFacts): Calendar {
  const zone = zoneOf(facts.timeZone)
  const exceptions = exceptionsOf(facts)
  const always =
    facts.week.every((spans) => spans.length === 1 && spans[0]?.open === '00:00' && spans[0].close === '24:00') &&
    exceptions.size === 0
  const days = new Map<number, readonly number[]>()
  /** The sessions of a local day as pairs of UTC milliseconds. */
  const sessionsOf = (localDay: number): readonly number[] => {
    let spans = days.get(localDay)
    if (spans === undefined)
      days.set(localDay, (spans = utcSpans(zone, localDay, minutesOf(facts, exceptions, localDay))))
    return spans
  }
  const openDays = new Map<number, OpenDay>()
  const openDay = (day: number): OpenDay => {
    let open = openDays.get(day)
    if (open === undefined) openDays.set(day, (open = always ? wholeDay : openPart(sessionsOf, day)))
    return open
  }
  let known: { from: number; to: number; session: Session } | undefined
  const sessionAt = (atMs: number): Session => {
    if (always) return endless
    if (known === undefined || atMs < known.from || atMs >= known.to)
      known = findSession(sessionsOf, localDayOf(zone, atMs), atMs)
    return known.session
  }
  return { name, facts, sessionAt, openDay }
}

const endless: Session = { open: true, until: null }
const wholeDay: OpenDay = { spans: [0, 86_400], seconds: 86_400 }
const localDayOf = (zone: Zone, atMs: number): number => Math.floor((atMs + zone.offsetAt(atMs)) / dayMs)

type Exception = { holiday: boolean; early: number; late: number }

/** Exceptions by local day: a holiday, an early close and a late open, in minutes of the day. */
function exceptionsOf(facts: CalendarFacts): ReadonlyMap<number, Exception> {
  const map = new Map<number, Exception>()
  const at = (date: string): Exception => {
    const day = dayOfDate(date)
    const found = map.get(day) ?? { holiday: false, early: 1440, late: 0 }
    map.set(day, found)
    return found
  }
  for (const date of facts.holidays) at(date).holiday = true
  for (const [date, time] of Object.entries(facts.earlyCloses)) at(date).early = minuteOf(time)
  for (const [date, time] of Object.entries(facts.lateOpens)) at(date).late = minuteOf(time)
  return map
}

/**
 * The sessions of a local day as pairs of minutes. An early close ends the day there; when a late open follows it the
 * market resumes then (futures on American holidays); a late open alone closes the time before it.
 */
function minutesOf(facts: CalendarFacts, exceptions: ReadonlyMap<number, Exception>, localDay: number): number[] {
  const exception = exceptions.get(localDay)
  if (exception?.holiday) return []
  const spans = (facts.week[weekdayOf(localDay)] ?? []).map(
    ({ open, close }) => [minuteOf(open), minuteOf(close)] as const,
  )
  if (exception === undefined) return spans.flat()
  const { early, late } = exception
  const kept = (from: number, to: number): number[] =>
    spans.flatMap(([open, close]) =>
      Math.max(open, from) < Math.min(close, to) ? [Math.max(open, from), Math.min(close, to)] : [],
    )
  return early < late ? [...kept(0, early), ...kept(late, 1440)] : kept(late, early)
}

const utcSpans = (zone: Zone, localDay: number, minutes: readonly number[]): number[] =>
  minutes.map((minute) => zone.utcOf(localDay * dayMs + minute * minuteMs))

/** Sessions that touch at midnight are one. Searches both ways from the local day of `atMs`. */
function findSession(sessionsOf: (localDay: number) => readonly number[], localDay: number, atMs: number) {
  let closedSince: number | undefined
  let from: number | undefined
  let to = 0
  for (let day = localDay - 1; day <= localDay + searchDays; day += 1) {
    const spans = sessionsOf(day)
    for (let index = 0; index < spans.length; index += 2) {
      const open = spans[index] as number
      const close = spans[index + 1] as number
      if (from !== undefined && open > to) {
        if (to > atMs) return stretch({ from, to, closedSince }, atMs)
        closedSince = to
        from = undefined
      }
      from ??= open
      to = close
    }
    if (from !== undefined && from > atMs) return stretch({ from, to, closedSince }, atMs)
  }
  if (from !== undefined && to > atMs) return stretch({ from, to, closedSince }, atMs)
  return { from: atMs, to: atMs + 1, session: { open: false, until: null } }
}

/** What is known from an open stretch that contains or follows `atMs`; before it the market rests since `closedSince`. */
function stretch(open: { from: number; to: number; closedSince: number | undefined }, atMs: number) {
  const { from, to, closedSince } = open
  if (atMs < from) return { from: closedSince ?? atMs, to: from, session: { open: false, until: from } }
  return { from, to, session: { open: true, until: to } }
}

function openPart(sessionsOf: (localDay: number) => readonly number[], day: number): OpenDay {
  const start = day * dayMs
  const spans: number[] = []
  let seconds = 0
  for (let localDay = day - 1; localDay <= day + 1; localDay += 1) {
    const sessions = sessionsOf(localDay)
    for (let index = 0; index < sessions.length; index += 2) {
      const from = Math.max(0, ((sessions[index] as number) - start) / 1000)
      const to = Math.min(86_400, ((sessions[index + 1] as number) - start) / 1000)
      if (from >= to) continue
      seconds += to - from
      if (spans.at(-1) === from) spans[spans.length - 1] = to
      else spans.push(from, to)
    }
  }
  return { spans, seconds }
}

/** 0 for Monday: 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/** Days since 1970-01-01 of a date written YYYY-MM-DD. Throws where it does not read. */
export function dayOfDate(date: string): number {
  const [year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)?.slice(1) ?? []
  if (year === '') throw new Error(`A calendar lists "${date}", which is not a date`)
  return dayOf(Number(year), Number(month), Number(day))
}

function minuteOf(time: string): number {
  const [hour = '', minute = ''] = /^([0-2]\d):([0-5]\d)$/.exec(time)?.slice(1) ?? []
  if (hour === '') throw new Error(`A calendar lists "${time}", which is not a time`)
  return Number(hour) * 60 + Number(minute)
}
