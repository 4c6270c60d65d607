import type { CalendarBook } from '../../calendars/calendar-book.ts'
import type { Calendar } from '../../calendars/calendar.ts'
import type { Instrument } from '../../catalogue/instrument.ts'
import { dayWalk, type DayWalk } from './simulated-day.ts'
import { dayNoise, levelsOf, type DayNoise, type Levels } from './simulated-levels.ts'
import { pricingOf, type Pricing } from './simulated-price.ts'
import type { Seeds } from './simulated-seeds.ts'
import { dollarsByReference, volumePerSecond } from './simulated-volume.ts'

/** What the instruments of one calendar share. */
type Market = { calendar: Calendar; levels: Levels; perDay: number; deviation: (instrument: Instrument) => number }

/** One instrument's line of prices. */
export type Line = {
  readonly instrument: Instrument
  /** Whose noise moves it. */
  readonly driver: number
  readonly market: Market
  readonly pricing: Pricing
  readonly deviation: number
  /** Volume of an average open second. */
  readonly perSecond: number
  /** The walk that follows the clock, second by second. */
  readonly live: DayWalk
}

/** What all questions to the simulated market work with. */
export type Stage = {
  lineOf(instrument: Instrument): Line
  /** Puts a walk on a day of a line; the walk itself knows when it is there already. */
  enter(walk: DayWalk, line: Line, day: number): void
  /** The walk for questions about history. */
  readonly scratch: DayWalk
}

/** A micro contract is a smaller piece of the same thing: it moves by the noise of the full one. */
const twins: ReadonlyMap<string, string> = new Map([
  ['MES.F', 'ES.F'],
  ['MNQ.F', 'NQ.F'],
  ['MCL.F', 'CL.F'],
  ['MGC.F', 'GC.F'],
  ['M6E.F', '6E.F'],
  ['MBT.F', 'BTC.F'],
])

/** Lines, levels and noise of these instruments. Throws for an instrument that is not among them when it is requested. */
export function stageOf(deps: { instruments: readonly Instrument[]; calendars: CalendarBook; seeds: Seeds }): Stage {
  const { instruments, calendars, seeds } = deps
  const byId: (Line | undefined)[] = []
  const noise = dayNoise(seeds, Math.max(...instruments.map((instrument) => instrument.id)))
  const markets = new Map<string, Market>()
  const dollars = dollarsByReference(instruments)
  const ids = new Map(instruments.map((instrument) => [instrument.code, instrument.id]))
  for (const instrument of instruments) {
    const { id, code, calendar, rank, refUnits, precision, quote } = instrument
    const market = markets.get(calendar) ?? marketOf(calendars.get(calendar), noise, byId)
    markets.set(calendar, market)
    byId[id] = {
      instrument,
      driver: ids.get(twins.get(code) ?? code) ?? id,
      market,
      pricing: pricingOf(instrument),
      deviation: market.deviation(instrument),
      perSecond: volumePerSecond(rank, market.perDay, (Number(refUnits) / 10 ** precision) * dollars(quote)),
      live: dayWalk(),
    }
  }
  const lineOf = (instrument: Instrument): Line => {
    const line = byId[instrument.id]
    if (line === undefined) throw new Error(`${instrument.code} is not simulated here`)
    return line
  }
  const enter = (walk: DayWalk, line: Line, day: number): void => {
    const { driver, deviation, market } = line
    if (walk.on(driver, day)) return
    const { seconds } = market.calendar.openDay(day)
    // The end first: it is the start that was requested last where days are walked backwards.
    const end = market.levels.startOf(driver, day + 1)
    walk.enter({
      instrument: driver,
      day,
      seconds,
      deviation,
      start: market.levels.startOf(driver, day),
      end,
      key: noise.keyFor(day),
    })
  }
  return { lineOf, enter, scratch: dayWalk() }
}

/** 2026-01-01, the first day of a year in which every calendar knows its holidays. */
const measuredYear = 20_454

/** The seconds in which a market is open in a year, and on how many days. */
export function openSecondsOf(calendar: Calendar): { perYear: number; days: number } {
  let perYear = 0
  let days = 0
  for (let day = measuredYear; day < measuredYear + 365; day += 1) {
    const { seconds } = calendar.openDay(day)
    perYear += seconds
    if (seconds > 0) days += 1
  }
  return { perYear, days }
}

/** A calendar's market: the year's volatility is spread evenly over the seconds in which it is open. */
function marketOf(calendar: Calendar, noise: DayNoise, byId: readonly (Line | undefined)[]): Market {
  const { perYear, days } = openSecondsOf(calendar)
  const root = Math.sqrt(perYear)
  const deviation = (instrument: Instrument): number => instrument.volAnnual / root
  const levels = levelsOf(calendar, noise, (id) => byId[id]?.deviation ?? 0)
  return { calendar, levels, perDay: perYear / days, deviation }
}
