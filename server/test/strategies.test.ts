import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newTallies } from '../src/domains/options/backtest/backtest.ts'
import { categories, dropSeries, hasRecordings, keepSeries, type Category } from './price-classes.ts'
import { returnsOf, runOnOldGrain, runOnRecordings, runStrategies } from './strategy-runs.ts'

// A million orders of each category on simulated prices and on medians. Minute bars give one order a minute, so that a million
// of each takes a minute of processor time: `npm run bench:strategies` does it, here they are fewer and checked together.
const million = 1_000_000
const maxPct = -2

/** Where a strategy returned more than it may, its interval included. */
const winners = (run: Parameters<typeof returnsOf>[0]) =>
  returnsOf(run).filter(({ high, orders }) => high > maxPct || orders < 100_000)

const bars = newTallies()
const played = new Set<Category>()
const playBars = (category: Category): void => {
  if (played.has(category)) return
  played.add(category)
  runStrategies(category, 'bars', 60_000, bars)
}

describe('betting on the last step, the last jump or the mean of 30 s, for or against', () => {
  describe.each(categories)('%s', (category) => {
    // All three are on the same prices, of which bars take the most seconds: they are drawn once.
    beforeAll(() => {
      keepSeries()
      playBars(category)
    })
    afterAll(dropSeries)

    test.each(['simulated', 'medians'] as const)('at most −2 per cent of the stake on prices that are %s', (feed) => {
      const run = runStrategies(category, feed, million)
      expect(run.offered).toBeGreaterThan(30)
      expect(winners(run)).toEqual([])
    })
  })

  test('returns at most −2 % of the stake on one-minute bars as a replay plays them', () => {
    for (const category of categories) playBars(category)
    expect(winners({ tallies: bars })).toEqual([])
  })

  test('won on coins whose step exceeds 0.12 % of the price, when the record was as coarse', () => {
    const old = returnsOf(runOnOldGrain(200_000)).filter(({ side }) => side === 'against')
    expect(old).toHaveLength(3)
    for (const { low } of old) expect(low).toBeGreaterThan(5)
  })

  test.skipIf(!hasRecordings).each(categories)(
    '%s: not shown to return more than −2 per cent of the stake on recordings, on the terms that their grain leaves',
    (category) => {
      // A recording has some thousand independent minutes: the interval is as wide as that.
      for (const { low, signal, side } of returnsOf(runOnRecordings(category)))
        expect(low, `${side} ${signal}`).toBeLessThan(maxPct)
    },
  )
})
