import { expect, test } from 'vitest'
import { joinPoints, placePoints, stepsOf } from './order-line.ts'

test('points of several sources stand in the order of time, one a moment', () => {
  const recorded = [
    { ts: 1000, price: '10' },
    { ts: 3000, price: '12' },
  ]
  const deciding = [{ ts: 3000, price: '12.0001' }]
  expect(joinPoints(recorded, [{ ts: 2000, price: '11' }], deciding).map(({ price }) => price)).toEqual([
    '10',
    '11',
    '12.0001',
  ])
})

test('time runs evenly over the frame, the highest price above and the lowest below', () => {
  const placed = placePoints(
    [
      { ts: 0, price: '100' },
      { ts: 30_000, price: '110' },
      { ts: 60_000, price: '90' },
    ],
    { from: 0, until: 60_000 },
  )
  expect(placed.map(({ x }) => x)).toEqual([0, 0.5, 1])
  const [first, high, low] = placed.map(({ y }) => y)
  expect(high).toBeLessThan(first ?? 0)
  expect(low).toBeGreaterThan(first ?? 0)
  expect(stepsOf(placed.slice(0, 2), { width: 100, height: 100 })).toMatch(/^M0 [\d.]+H50V18$/)
})
