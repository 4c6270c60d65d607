import { backtest, newTallies, sides, type Tallies } from '../src/domains/options/backtest/backtest.ts'
import { signals } from '../src/domains/options/backtest/strategies.ts'
import { returnOf } from '../src/domains/options/backtest/tally.ts'
import {
  barsOf,
  drawFrom,
  drawnFrom,
  instrumentsOf,
  mediansOf,
  recordedSeries,
  shortestTerm,
  simulatedSeries,
  type Category,
  type Feed,
} from './price-classes.ts'

const rate = 0.94
/** As many instruments of a category are tried, spread over it. */
const instrumentsEach = 41
/** Seconds of prices of one instrument: as many as its share of the orders takes, and most of a day at least. */
const secondsFor = (orders: number, params: { everyS: number; instruments: number }): number =>
  Math.max(60_000, Math.ceil((orders * params.everyS * 1.1) / Math.min(instrumentsEach, params.instruments)))
/** Orders this close share their exit more or less; the interval counts that. */
const everyMs = 2_400

export type Run = { tallies: Tallies; offered: number; tried: number }

/** Every strategy on instruments of a category, each on the shortest term offered, until so many orders were given. */
// oxlint-disable-next-line max-params -- what, on which prices, how many, and what they are added to
export function runStrategies(category: Category, feed: Feed, orders: number, tallies = newTallies()): Run {
  const before = tallies.mean30s.with.orders
  const instruments = instrumentsOf(category)
  let offered = 0
  let tried = 0
  const step = Math.max(1, Math.floor(instruments.length / instrumentsEach))
  const seconds = secondsFor(orders, {
    everyS: feed === 'bars' ? 60 : everyMs / 1000,
    instruments: instruments.length,
  })
  for (let index = 0; tallies.mean30s.with.orders < before + orders && tried < instruments.length; index += 1) {
    const instrument = instruments[(index * step) % instruments.length]
    if (instrument === undefined) break
    tried += 1
    const made = simulatedSeries(instrument, seconds)
    const medians = feed === 'medians' ? mediansOf(made, instrument) : undefined
    const series = feed === 'bars' ? barsOf(made, instrument) : (medians ?? made)
    const limitTime = shortestTerm(series, medians?.sources)
    if (limitTime === undefined) continue
    offered += 1
    backtest(series, tallies, { limitTime, rate, everyMs: feed === 'bars' ? 0 : everyMs })
  }
  return { tallies, offered, tried }
}

/**
 * Every strategy again on the prices of so many other seeds, each with as many orders: of many intervals of 95 % some lie
 * elsewhere than what they are of, and a second run on other prices decides which.
 */
// oxlint-disable-next-line max-params -- what, on which prices, and how many of what
export function runOnOtherSeeds(category: Category, feed: Feed, orders: number, seeds: number): Run {
  const first = drawnFrom()
  const run: Run = { tallies: newTallies(), offered: 0, tried: 0 }
  for (let at = 1; at <= seeds; at += 1) {
    drawFrom((first + at) % 256)
    const { offered, tried } = runStrategies(category, feed, orders, run.tallies)
    run.offered += offered
    run.tried += tried
  }
  drawFrom(first)
  return run
}

/** The strategies on coins as they were recorded before: rounded to the market's step, where that is over 0.12 % of the price. */
export function runOnOldGrain(orders: number): Run {
  const tallies = newTallies()
  let tried = 0
  for (const instrument of instrumentsOf('crypto')) {
    if (instrument.tickUnits * 10_000n < instrument.refUnits * 12n) continue
    if (tallies.lastStep.with.orders >= orders) break
    tried += 1
    const { times, prices } = simulatedSeries(instrument, 15_000)
    const step = Number(instrument.tickUnits)
    const rounded = prices.map((price) => Math.round(price / step) * step)
    backtest({ times, prices: rounded }, tallies, { limitTime: 60, rate, everyMs: 0 })
  }
  return { tallies, offered: tried, tried }
}

/** The strategies on the recordings of a category, on the shortest terms that are offered on them. */
export function runOnRecordings(category: Category): Run {
  const tallies = newTallies()
  const all = recordedSeries(category)
  let offered = 0
  for (const series of all) {
    const limitTime = shortestTerm(series)
    if (limitTime === undefined) continue
    offered += 1
    backtest(series, tallies, { limitTime, rate, everyMs: 0 })
  }
  return { tallies, offered, tried: all.length }
}

/** What every strategy returned, in per cent of the stake, with its 95 % interval. */
export const returnsOf = ({ tallies }: Pick<Run, 'tallies'>) =>
  signals.flatMap((signal) =>
    sides.flatMap((side) => {
      const found = returnOf(tallies[signal][side])
      const { orders } = tallies[signal][side]
      return found === undefined
        ? []
        : [{ signal, side, orders, mean: found.mean * 100, low: found.low * 100, high: found.high * 100 }]
    }),
  )
