/** Trading hours as collected: sessions by weekday with their state, holidays, early closes and late opens by date. */
type Hours = {
  timezone: string
  sessions: Record<string, { open: string; close: string; state: string }[]>
  holidays: string[]
  early_closes: Record<string, string>
  late_opens: Record<string, string>
}
type Span = { open: string; close: string }
/** A calendar as the product keeps it: `week` starts on Monday, times are those of `timeZone`. */
export type CalendarFacts = {
  timeZone: string
  week: Span[][]
  holidays: string[]
  earlyCloses: Record<string, string>
  lateOpens: Record<string, string>
  /** Years whose holidays and short days the source lists whole; null where it lists none of them, absent where a market never rests. */
  knownYears?: { from: number; to: number } | null
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Collected trading hours → the product's calendars, by name. */
export const calendarsOf = (all: Record<string, Hours>): Record<string, CalendarFacts> =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([, hours]) => hours.sessions !== undefined)
      .map(([name, hours]) => [name, calendarOf(name, hours)]),
  )

function calendarOf(name: string, hours: Hours): CalendarFacts {
  const week = weekdays.map((day) => joined((hours.sessions[day] ?? []).filter((span) => trades(name, span))))
  const facts: CalendarFacts = {
    timeZone: hours.timezone,
    week,
    holidays: hours.holidays,
    earlyCloses: { ...hours.early_closes },
    lateOpens: hours.late_opens,
  }
  for (const [date, early] of Object.entries(facts.earlyCloses)) {
    const late = facts.lateOpens[date]
    if (late !== undefined && cutsNothing(week[weekdayOf(date)] ?? [], early, late)) delete facts.earlyCloses[date]
  }
  const neverRests = week.every(([span]) => span?.open === '00:00' && span.close === '24:00')
  return neverRests ? facts : { ...facts, knownYears: knownYearsOf(facts) }
}

/**
 * A source lists a year whole when it lists what happens at the end of it: every market of ours that rests at all rests, or
 * closes early, around Christmas. Of a later year some have no more than the first days.
 */
function knownYearsOf({ holidays, earlyCloses, lateOpens }: CalendarFacts): { from: number; to: number } | null {
  const dates = [...holidays, ...Object.keys(earlyCloses), ...Object.keys(lateOpens)]
  const years = dates.filter((date) => date.slice(5, 7) === '12').map((date) => Number(date.slice(0, 4)))
  if (years.length === 0) return null
  const from = Math.min(...years)
  let to = from
  while (years.includes(to + 1)) to += 1
  return { from, to }
}

/**
 * Shares count as open in the exchange's main session only. Futures trade through all listed states as one session,
 * except the half hours before Hong Kong's morning and afternoon, which are auctions without a continuous price.
 */
function trades(name: string, span: { open: string; close: string; state: string }): boolean {
  if (name === 'nyse') return span.state === 'market'
  if (name === 'hkfe') return span.state !== 'premarket' || span.open === '00:00'
  return true
}

/** Neighbouring spans without a gap between them are one session. */
function joined(spans: Span[]): Span[] {
  const out: Span[] = []
  for (const { open, close } of spans) {
    const last = out.at(-1)
    if (last?.close === open) last.close = close
    else out.push({ open, close })
  }
  return out
}

/** An early close and a late open that together cut no trading time mean the late open alone: the morning is closed. */
const cutsNothing = (spans: Span[], early: string, late: string): boolean =>
  spans.every(({ open, close }) => close <= early || open >= late)

/** 0 for Monday. */
const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
