import { expect, test } from 'vitest'
import { makeTicks, noon } from '../test/build-receipts.ts'
import { earlySalePrice, normalCdf, winProbability } from './early-sale.ts'
import { volatilityAt } from './volatility.ts'

const v3 = { S: 52_120n, K: 52_100n, tau: 120, sigma: '0.00002', stake: 100_000_000n, payoutPpm: 940_000n }

test('V3: both directions to the cent', () => {
  expect(earlySalePrice({ ...v3, direction: 'UP' })).toEqual({ pPpm: 960_088n, price: 182_530_000n })
  expect(earlySalePrice({ ...v3, direction: 'DOWN' })).toEqual({ pPpm: 39_912n, price: 7_590_000n })
})

test.each([
  [0, 0.5],
  [1, 0.841344746068543],
  [-1.959963984540054, 0.025],
  [2.326347874040841, 0.99],
  [3.7, 0.999892200266523],
  [9, 1],
  [-9, 0],
])('the normal distribution at %d is %d', (x, p) => {
  expect(Math.abs(normalCdf(x) - p)).toBeLessThan(1e-14)
})

test('a probability stays within 2 % and 98 %', () => {
  const far = { ...v3, S: 99_999n }
  expect(winProbability({ ...far, direction: 'UP' })).toBe(980_000n)
  expect(winProbability({ ...far, direction: 'DOWN' })).toBe(20_000n)
})

test('a market that does not move is decided by the strike, and even at it', () => {
  const still = { ...v3, sigma: '0' }
  expect(winProbability({ ...still, direction: 'UP' })).toBe(980_000n)
  expect(winProbability({ ...still, S: 52_100n, direction: 'DOWN' })).toBe(500_000n)
})

test('volatility of a price that doubles and halves every ten seconds is ln 2 ÷ √10', () => {
  const ticks = makeTicks(1900, (second) => (Math.floor(second / 10) % 2 === 0 ? 1000n : 2000n))
  const sigma = volatilityAt(noon + 1_850_000, ticks)
  expect(Math.abs(Number(sigma) - Math.LN2 / Math.sqrt(10))).toBeLessThan(1e-11)
  expect(sigma).toMatch(/^0\.[0-9]{12}$/)
})

test('volatility weighs the newest returns most and takes no late tick', () => {
  const calmThenWild = makeTicks(1900, (second) => (second > 1800 && Math.floor(second / 10) % 2 === 0 ? 1001n : 1000n))
  const wildThenCalm = makeTicks(1900, (second) => (second < 150 && Math.floor(second / 10) % 2 === 0 ? 1001n : 1000n))
  const at = noon + 1_880_000
  expect(Number(volatilityAt(at, calmThenWild))).toBeGreaterThan(Number(volatilityAt(at, wildThenCalm)) * 5)
  const lateSpike = { seq: 9999, ts: at - 500, price: 5000n, late: true, feedKind: 'simulated' }
  expect(volatilityAt(at, [...calmThenWild.filter((tick) => tick.ts <= at), lateSpike])).toBe(
    volatilityAt(at, calmThenWild),
  )
})

test('volatility without two prices, or of a flat price, is zero', () => {
  expect(volatilityAt(noon, [])).toBe('0')
  expect(volatilityAt(noon + 1_850_000, makeTicks(1900))).toBe('0')
})

test('a small volatility keeps its digits', () => {
  const ticks = makeTicks(1900, (second) => (second < 1700 ? 5_210_000_000n : 5_210_000_001n))
  expect(volatilityAt(noon + 1_850_000, ticks)).toMatch(/^0\.0{10,12}[1-9][0-9]{5,11}$/)
})
