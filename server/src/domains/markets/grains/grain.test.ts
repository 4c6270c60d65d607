import { expect, test } from 'vitest'
import { grainOf, stepOf, termFloorOf } from './grain.ts'

/** A reproducible random walk: steps of ±1 to ±1000 units, a second each. */
function walk(length: number): number[] {
  let state = 12_345
  let price = 10_000_000
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    price += (state % 2001) - 1000
    return price
  })
}
const recordOf = (prices: readonly number[], everyMs = 1000) =>
  prices.map((price, index) => ({ ts: index * everyMs, price }))
const rounded = (prices: readonly number[], step: number) => prices.map((price) => Math.round(price / step) * step)

test.each([1, 10, 50, 250, 1000, 2500])('prices rounded to %i move in steps of it', (step) => {
  expect(stepOf(rounded(walk(2000), step))).toBe(step)
})

test('a median of sources that now and then stands between two steps moves in the step', () => {
  const prices = rounded(walk(2000), 1000).map((price, index) => (index % 20 === 7 ? price + 500 : price))
  expect(stepOf(prices)).toBe(1000)
})

test('too few moves give no grain', () => {
  expect(stepOf(walk(9))).toBeUndefined()
  expect(grainOf(recordOf(walk(150)))).toBeUndefined()
})

test('the step decides from which term on options are offered', () => {
  const prices = walk(3600)
  const fine = grainOf(recordOf(prices))
  expect(fine?.step).toBe(1)
  // A uniform step of ±1000 has a deviation of 577; a minute has sixty of them.
  expect(fine?.deviation).toBeGreaterThan(577 * Math.sqrt(60) * 0.8)
  expect(fine?.deviation).toBeLessThan(577 * Math.sqrt(60) * 1.2)
  expect(termFloorOf(fine ?? { step: 1, deviation: 0 })).toBeLessThan(1)
  const coarse = grainOf(recordOf(rounded(prices, 1000)))
  expect(termFloorOf(coarse ?? { step: 1, deviation: 0 })).toBeGreaterThan(60)
  expect(termFloorOf(coarse ?? { step: 1, deviation: 0 })).toBeLessThan(900)
})

test('a record that stands where it stood moves in coarser steps than its decimals suggest', () => {
  const fine = walk(3600)
  // Two minutes of three the price rests: many minutes end where they began.
  const resting = fine.map((price, index) =>
    index % 180 < 60 ? price : (fine[Math.floor(index / 180) * 180 + 59] ?? 0),
  )
  const grain = grainOf(recordOf(resting))
  expect(grain?.step).toBeGreaterThan(1)
  expect(termFloorOf(grain ?? { step: 0, deviation: 1 })).toBeGreaterThan(60)
})

test('a price that does not move is offered for no term', () => {
  expect(termFloorOf({ step: 1, deviation: 0 })).toBe(Infinity)
})
