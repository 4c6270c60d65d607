import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { marketTypes } from '@evenhand/protocol/markets.ts'
import { loadCalendars } from '../src/domains/markets/calendars/calendar-book.ts'
import type { Instrument } from '../src/domains/markets/catalogue/instrument.ts'
import { loadCatalogue } from '../src/domains/markets/catalogue/load-catalogue.ts'
import { decksOf } from '../src/domains/markets/feeds/replay/replay-decks.ts'
import { seedsOf } from '../src/domains/markets/feeds/simulated/simulated-seeds.ts'
import { simulated } from '../src/domains/markets/feeds/simulated/simulated.ts'
import { grainOf, stepOf, termFloorOf } from '../src/domains/markets/grains/grain.ts'
import { products } from '../src/domains/options/options.rules.ts'
import type { Series } from '../src/domains/options/backtest/strategies.ts'

export const categories = Object.keys(marketTypes) as (keyof typeof marketTypes)[]
export type Category = (typeof categories)[number]
/** Where prices come from: simulated; medians of three simulated exchanges that quote in steps; recordings. */
export type Feed = 'simulated' | 'medians' | 'bars'

/** Another seed and another month give other prices: STRATEGY_SEED, a byte, and STRATEGY_MONDAY, a day of the calendar. */
const { STRATEGY_SEED: seed = '7', STRATEGY_MONDAY: day = '2026-03-02' } = process.env
const marketOf = (byte: number) =>
  simulated({ instruments: loadCatalogue(), calendars: loadCalendars(), seeds: seedsOf(Buffer.alloc(32, byte)) })
let drawn = Number(seed)
let market = marketOf(drawn)
/** Draws every price from now on from another seed, a byte. */
export function drawFrom(byte: number): void {
  drawn = byte
  market = marketOf(byte)
  kept?.clear()
}
/** The seed that prices are drawn from. */
export const drawnFrom = (): number => drawn
/** 00:00 UTC. */
const monday = Date.parse(day) / 1000

export const instrumentsOf = (category: Category): Instrument[] =>
  loadCatalogue().filter(({ type }) => type === marketTypes[category])

let kept: Map<string, Series> | undefined
/** From now on the series of every instrument is drawn once, and its beginning is what fewer seconds of it are. */
export const keepSeries = (): void => void (kept = new Map())
/** Frees what was kept (16 bytes a second and instrument), and draws each time anew. */
export const dropSeries = (): void => void (kept = undefined)

/** The first `count` open seconds from a Monday on. */
export function simulatedSeries(instrument: Instrument, count: number): Series {
  const longer = kept?.get(instrument.code)
  if (longer !== undefined && longer.times.length >= count)
    return { times: longer.times.subarray(0, count), prices: longer.prices.subarray(0, count) }
  const series = drawnSeries(instrument, count)
  kept?.set(instrument.code, series)
  return series
}

function drawnSeries(instrument: Instrument, count: number): Series {
  const times = new Float64Array(count)
  const prices = new Float64Array(count)
  let found = 0
  for (let second = monday; found < count; second += 1) {
    const price = market.priceAt(instrument, second)
    if (price === undefined) {
      // Nothing opens within a minute of a minute that is closed.
      second += 59 - (second % 60)
      continue
    }
    times[found] = second * 1000
    prices[found] = Number(price)
    found += 1
  }
  return { times, prices }
}

/** Uniform noise of −1 to 1 that is the same every time. */
function noise(): () => number {
  let state = 12_345 + drawn - 7
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 1_073_741_824 - 1
  }
}

/** The same prices as three exchanges quote them: bid and ask on the market's step around prices that differ a little. */
export function mediansOf({ times, prices }: Series, { tickUnits }: Instrument): Series & { sources: Float64Array[] } {
  const step = Number(tickUnits)
  const next = noise()
  const quoting = () => ({ apart: 0, mids: new Float64Array(prices.length) })
  const sources = [quoting(), quoting(), quoting()] as const
  const [one, two, three] = sources
  const medians = new Float64Array(prices.length)
  for (let index = 0; index < prices.length; index += 1) {
    for (const source of sources) {
      source.apart = source.apart * 0.9 + 0.2 * step * next()
      const bid = Math.floor(((prices[index] as number) + source.apart) / step)
      source.mids[index] = ((bid + bid + 1) * step) / 2
    }
    const [a, b, c] = [one.mids[index] as number, two.mids[index] as number, three.mids[index] as number]
    medians[index] = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
  }
  return { times, prices: medians, sources: sources.map(({ mids }) => mids) }
}

/** The same prices as one-minute bars on the market's step, played as a replay plays them: four prices a minute. */
export function barsOf({ times, prices }: Series, { tickUnits }: Instrument): Series {
  const step = Number(tickUnits)
  const bars = Math.floor(prices.length / 60)
  const series = { times: new Float64Array(bars * 4), prices: new Float64Array(bars * 4) }
  for (let bar = 0; bar < bars; bar += 1) {
    const within = prices.subarray(bar * 60, bar * 60 + 60)
    const on = (price: number): number => Math.round(price / step) * step
    const [open, close] = [on(within[0] as number), on(within[59] as number)]
    const [high, low] = [on(within.reduce((a, b) => Math.max(a, b))), on(within.reduce((a, b) => Math.min(a, b)))]
    const nearerFirst = high - open <= open - low ? [high, low] : [low, high]
    const at = times[bar * 60] as number
    series.times.set([at, at + 20_000, at + 40_000, at + 59_000], bar * 4)
    series.prices.set([open, ...nearerFirst, close], bar * 4)
  }
  return series
}

const hourOf = ({ times, prices }: Series): { ts: number; price: number }[] =>
  Array.from(prices.subarray(0, 3600), (price, index) => ({ ts: times[index] as number, price }))

/** The shortest term that the rules offer on these prices, in seconds; undefined where none. */
export function shortestTerm(series: Series, sources: readonly Float64Array[] = []): number | undefined {
  const own = grainOf(hourOf(series))
  if (own === undefined) return undefined
  // The record samples its sources every half minute of the hour that is measured.
  const steps = sources.map(
    (mids) => stepOf(Array.from({ length: 120 }, (_, sample) => mids[sample * 30] as number)) ?? 1,
  )
  const floor = termFloorOf({ ...own, step: Math.max(own.step, ...steps) })
  return products.find(({ limitTime }) => limitTime > floor)?.limitTime
}

const recordings = process.env['REPLAY_DIR'] ?? join(import.meta.dirname, '../../../shared/data')
export const hasRecordings = existsSync(join(recordings, 'MANIFEST.csv'))

/** The recordings of a category as they are replayed. */
export const recordedSeries = (category: Category): (Series & { code: string })[] => {
  const decks = decksOf(recordings, instrumentsOf(category))
  return [...decks].map(([code, { tape }]) => ({
    code,
    times: Float64Array.from(tape.offsets, (offset) => offset * 1000),
    prices: tape.prices,
  }))
}
