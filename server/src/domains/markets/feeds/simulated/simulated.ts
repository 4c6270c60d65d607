import type { CalendarBook } from '../../calendars/calendar-book.ts'
import type { Instrument } from '../../catalogue/instrument.ts'
import type { CandleRequest, FeedCandle, PricePoint } from '../feed-types.ts'
import { candlesOn, volumeOn } from './simulated-candles.ts'
import { stageOf } from './simulated-lines.ts'
import { indexOfSecond, openSecondsBefore, secondOf } from './open-second-index.ts'
import type { Seeds } from './simulated-seeds.ts'

export type { CandleRequest, FeedCandle, PricePoint } from '../feed-types.ts'

/**
 * The simulated market. Every response follows from catalogue, calendar and seeds alone; what is kept between calls makes
 * the next call cheap and changes no response.
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
  candlesOf(instrument: Instrument, request: CandleRequest): FeedCandle[]
  /** Made-up volume between two times of whole seconds in epoch ms, in thousandths of the base. */
  volumeBetween(instrument: Instrument, fromMs: number, toMs: number): bigint
}

const secondsPerDay = 86_400
/** How many days back a price is searched; no calendar has a longer break. */
const searchDays = 30

/** The simulated market of these instruments. */
export function simulated(deps: {
  instruments: readonly Instrument[]
  calendars: CalendarBook
  seeds: Seeds
}): Simulated {
  const stage = stageOf(deps)
  const { lineOf, enter, scratch } = stage

  const priceAt = (instrument: Instrument, second: number): bigint | undefined => {
    const line = lineOf(instrument)
    const day = Math.floor(second / secondsPerDay)
    const position = indexOfSecond(line.market.calendar.openDay(day), second - day * secondsPerDay)
    if (position < 0) return undefined
    enter(line.live, line, day)
    return line.pricing(line.live.at(position))
  }

  const priceAtOrBefore = (instrument: Instrument, atMs: number): PricePoint | undefined => {
    const line = lineOf(instrument)
    const second = Math.floor(atMs / 1000)
    const today = Math.floor(second / secondsPerDay)
    for (let day = today; day > today - searchDays; day -= 1) {
      const open = line.market.calendar.openDay(day)
      const positions = day === today ? openSecondsBefore(open, second - day * secondsPerDay + 1) : open.seconds
      if (positions === 0) continue
      enter(scratch, line, day)
      const ts = (day * secondsPerDay + secondOf(open, positions - 1)) * 1000
      return { ts, price: line.pricing(scratch.at(positions - 1)) }
    }
    return undefined
  }

  const lastHundredCloses = (instrument: Instrument, atMs: number): bigint[] => {
    const line = lineOf(instrument)
    const closes: bigint[] = []
    let to = Math.floor(atMs / 60_000) * 60
    for (const oldest = to - searchDays * secondsPerDay; closes.length < 100 && to > oldest;) {
      const day = Math.floor((to - 60) / secondsPerDay)
      const midnight = day * secondsPerDay
      const open = line.market.calendar.openDay(day)
      const positions = openSecondsBefore(open, to - midnight)
      // From one open minute to the one before it: a weekend is many minutes of nothing.
      to = positions === 0 ? midnight : midnight + Math.floor(secondOf(open, positions - 1) / 60) * 60
      if (positions === 0) continue
      enter(scratch, line, day)
      closes.push(line.pricing(scratch.at(positions - 1)))
    }
    return closes.toReversed()
  }

  return {
    priceAt,
    priceAtOrBefore,
    lastHundredCloses,
    candlesOf: (instrument, request) => candlesOn(stage, lineOf(instrument), request),
    volumeBetween: (instrument, fromMs, toMs) => volumeOn(lineOf(instrument), fromMs, toMs),
  }
}
