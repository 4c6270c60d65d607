import type { Interval } from '@evenhand/protocol/markets.ts'
import type { CalendarBook } from '../calendar-book.ts'
import type { Calendar } from '../calendar.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { candleBuckets } from './candle-buckets.ts'
import { dayWalk, type DayWalk } from './simulated-day.ts'
import { dayNoise, levelsOf, type DayNoise, type Levels } from './simulated-levels.ts'
import { placeOf, placesBefore, secondOf } from './simulated-places.ts'
import { pricingOf, type Pricing } from './simulated-price.ts'
import type { Seeds } from './simulated-seeds.ts'
import { volumePerSecond, volumeWithin } from './simulated-volume.ts'

/** A price and the epoch ms of its second. */
export type PricePoint = { readonly ts: number; readonly price: bigint }
/** Open time in epoch ms, prices in units of the instrument's precision, volume in thousandths of its base. */
export type FeedCandle = {
  readonly ts: number
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}
/** Which candles: those that open in [from, to), the newest `limit` of them. Times in epoch ms. */
export type CandleAsk = { interval: Interval; from: number; to: number; limit: number }

/**
 * The simulated market. Every answer follows from catalogue, calendar and seeds alone; what is kept between calls makes
 * the next call cheap and changes no answer.
 */
export type Simulated = {
  /** The price of a whole epoch second, or undefined while the instrument is closed. */
  priceAt(instrument: Instrument, second: number): bigint | undefined
  /** The last price whose second is not after `atMs`. Undefined only where a calendar has no session for months. */
  priceAtOrBefore(instrument: Instrument, atMs: number): PricePoint | undefined
  /** The closes of the last hundred minutes that had prices and ended by `atMs`, oldest first. */
  lastHundredCloses(instrument: Instrument, atMs: number): bigint[]
  /**
   * Candles, oldest first; those without an open second are left out. A candle that `to` cuts holds the seconds before
   * `to`. One-minute candles are exactly those of the prices of `priceAt`; longer ones too, up to a search that misses
   * an extreme less often than once in a hundred thousand candles.
   */
  candlesOf(instrument: Instrument, ask: CandleAsk): FeedCandle[]
  /** Made-up volume between two times of whole seconds in epoch ms, in thousandths of the base. */
  volumeBetween(instrument: Instrument, fromMs: number, toMs: number): bigint
}

type Market = { calendar: Calendar; levels: Levels; perDay: number; deviation: (instrument: Instrument) => number }
type Line = { instrument: Instrument; /** Whose noise moves it. */ driver: number; market: Market; pricing: Pricing; deviation: number; perSecond: number; live: DayWalk }

/** A micro contract is a smaller piece of the same thing: it moves by the noise of the full one. */
const twins: Readonly<Record<string, string>> = {
  'MES.F': 'ES.F',
  'MNQ.F': 'NQ.F',
  'MCL.F': 'CL.F',
  'MGC.F': 'GC.F',
  'M6E.F': '6E.F',
  'MBT.F': 'BTC.F',
}

const secondsPerDay = 86_400
const minute = 60_000
/** How many days back a price is looked for; no calendar rests longer. */
const searchDays = 30

/** The simulated market of these instruments. */
export function simulated(deps: { instruments: readonly Instrument[]; calendars: CalendarBook; seeds: Seeds }): Simulated {
  const lines = linesOf(deps)
  const noise = lines.noise
  const scratch = dayWalk()
  const lineOf = (instrument: Instrument): Line => {
    const line = lines.byId[instrument.id]
    if (line === undefined) throw new Error(`${instrument.code} is not simulated here`)
    return line
  }
  /** Puts a walk on a day; the walk itself knows when it is there already. */
  const enter = (walk: DayWalk, line: Line, day: number): void => {
    const { driver } = line
    if (walk.on(driver, day)) return
    const { levels, calendar } = line.market
    const { seconds } = calendar.openDay(day)
    const { deviation } = line
    walk.enter({ instrument: driver, day, seconds, deviation, start: levels.startOf(driver, day), end: levels.endOf(driver, day), key: noise.keyFor(day) })
  }

  const priceAt = (instrument: Instrument, second: number): bigint | undefined => {
    const line = lineOf(instrument)
    const day = Math.floor(second / secondsPerDay)
    const place = placeOf(line.market.calendar.openDay(day), second - day * secondsPerDay)
    if (place < 0) return undefined
    enter(line.live, line, day)
    return line.pricing(line.live.at(place))
  }

  const priceAtOrBefore = (instrument: Instrument, atMs: number): PricePoint | undefined => {
    const line = lineOf(instrument)
    const second = Math.floor(atMs / 1000)
    const today = Math.floor(second / secondsPerDay)
    for (let day = today; day > today - searchDays; day -= 1) {
      const open = line.market.calendar.openDay(day)
      const places = day === today ? placesBefore(open, second - day * secondsPerDay + 1) : open.seconds
      if (places === 0) continue
      enter(scratch, line, day)
      return { ts: (day * secondsPerDay + secondOf(open, places - 1)) * 1000, price: line.pricing(scratch.at(places - 1)) }
    }
    return undefined
  }

  const candle = (line: Line, ts: number, endMs: number): FeedCandle | undefined => {
    let span: Spanned | undefined
    const until = endMs / 1000
    for (let from = ts / 1000; from < until; ) {
      const day = Math.floor(from / secondsPerDay)
      const to = Math.min(until, (day + 1) * secondsPerDay)
      const open = line.market.calendar.openDay(day)
      const first = placesBefore(open, from - day * secondsPerDay)
      const last = placesBefore(open, to - day * secondsPerDay) - 1
      if (last >= first) {
        enter(scratch, line, day)
        const [low, high] = scratch.extremes(first, last)
        span = joined(span, { open: scratch.at(first), close: scratch.at(last), low, high })
      }
      from = to
    }
    if (span === undefined) return undefined
    const { pricing } = line
    return {
      ts,
      open: pricing(span.open),
      high: pricing(span.high),
      low: pricing(span.low),
      close: pricing(span.close),
      volume: volumeBetween(line.instrument, ts, endMs),
    }
  }

  const volumeBetween = (instrument: Instrument, fromMs: number, toMs: number): bigint => {
    const { market, perSecond } = lineOf(instrument)
    let sum = 0n
    for (let from = Math.floor(fromMs / 1000); from < toMs / 1000; ) {
      const day = Math.floor(from / secondsPerDay)
      const to = Math.min(toMs / 1000, (day + 1) * secondsPerDay)
      const open = market.calendar.openDay(day)
      sum += volumeWithin({ instrument: instrument.id, perSecond, day, open }, from - day * secondsPerDay, to - day * secondsPerDay)
      from = to
    }
    return sum
  }

  const candlesOf = (instrument: Instrument, ask: CandleAsk): FeedCandle[] => {
    const line = lineOf(instrument)
    const found: FeedCandle[] = []
    for (const [ts, end] of candleBuckets(ask)) {
      if (found.length >= ask.limit) break
      const made = candle(line, ts, end)
      if (made !== undefined) found.push(made)
    }
    return found.toReversed()
  }

  const lastHundredCloses = (instrument: Instrument, atMs: number): bigint[] => {
    const line = lineOf(instrument)
    const closes: bigint[] = []
    let to = Math.floor(atMs / minute) * 60
    for (const oldest = to - searchDays * secondsPerDay; closes.length < 100 && to > oldest; to -= 60) {
      const day = Math.floor((to - 60) / secondsPerDay)
      const open = line.market.calendar.openDay(day)
      const places = placesBefore(open, to - day * secondsPerDay)
      if (places === placesBefore(open, to - 60 - day * secondsPerDay)) continue
      enter(scratch, line, day)
      closes.push(line.pricing(scratch.at(places - 1)))
    }
    return closes.toReversed()
  }

  return { priceAt, priceAtOrBefore, lastHundredCloses, candlesOf, volumeBetween }
}

type Spanned = { open: number; close: number; low: number; high: number }
const joined = (one: Spanned | undefined, two: Spanned): Spanned =>
  one === undefined ? two : { open: one.open, close: two.close, low: Math.min(one.low, two.low), high: Math.max(one.high, two.high) }

function linesOf(deps: { instruments: readonly Instrument[]; calendars: CalendarBook; seeds: Seeds }): { byId: (Line | undefined)[]; noise: DayNoise } {
  const { instruments, calendars, seeds } = deps
  const byId: (Line | undefined)[] = []
  const noise = dayNoise(seeds, Math.max(...instruments.map((instrument) => instrument.id)))
  const markets = new Map<string, Market>()
  const ids = new Map(instruments.map((instrument) => [instrument.code, instrument.id]))
  for (const instrument of instruments) {
    let market = markets.get(instrument.calendar)
    if (market === undefined) markets.set(instrument.calendar, (market = marketOf(calendars.get(instrument.calendar), noise, byId)))
    const perSecond = volumePerSecond(instrument.rank, market.perDay, Number(instrument.refUnits) / 10 ** instrument.precision)
    const driver = ids.get(twins[instrument.code] ?? instrument.code) ?? instrument.id
    byId[instrument.id] = { instrument, driver, market, pricing: pricingOf(instrument), deviation: market.deviation(instrument), perSecond, live: dayWalk() }
  }
  return { byId, noise }
}

/** 2026-01-01, the first day of a year in which every calendar knows its holidays. */
const measuredYear = 20_454

/** A calendar's market: the year's volatility is spread evenly over the seconds in which it is open. */
function marketOf(calendar: Calendar, noise: DayNoise, byId: readonly (Line | undefined)[]): Market {
  let perYear = 0
  let days = 0
  for (let day = measuredYear; day < measuredYear + 365; day += 1) {
    const { seconds } = calendar.openDay(day)
    perYear += seconds
    if (seconds > 0) days += 1
  }
  const root = Math.sqrt(perYear)
  const deviation = (instrument: Instrument): number => instrument.volAnnual / root
  const levels = levelsOf(calendar, noise, (id) => byId[id]?.deviation ?? 0)
  return { calendar, levels, perDay: perYear / days, deviation }
}
