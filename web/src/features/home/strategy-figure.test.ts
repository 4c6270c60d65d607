import { expect, test } from 'vitest'
import { strategiesIn } from './strategy-figure.ts'

test('the figure of strategies is read row by row, and nothing is there before the first day', () => {
  const row = [20_520, 2, 'lastStep', 'against', 100_000, -0.0297, -0.035, -0.0244]
  expect(strategiesIn(JSON.stringify([row, [20_520, 9, 'lastStep', 'with', 1, 0, 0, 0], 'x']))).toEqual({
    day: 20_520,
    rows: [
      { category: 2, signal: 'lastStep', side: 'against', orders: 100_000, mean: -0.0297, low: -0.035, high: -0.0244 },
    ],
  })
  expect(strategiesIn(null)).toEqual({ rows: [] })
})
