import { expect, test } from 'vitest'
import {
  collateralSale,
  collateralValue,
  isSecured,
  ltvBps,
  neededCollateral,
  notifiedLtv,
  reachesLtv,
  salePrice,
  type Selling,
} from './collateral.ts'

const usdt = 1_000_000n
const btc = 100_000_000n
const at = (dollars: bigint) => ({ price: dollars * 100n, precision: 2 })
const selling = (change: Partial<Selling>): Selling => ({
  coin: 'BTC',
  amount: btc / 10n,
  pledged: btc / 10n,
  price: at(60_000n),
  owed: 4_980n * usdt,
  cause: 'LTV',
  ...change,
})

test('a value is rounded down, what is needed up, and the one secures the other to the unit', () => {
  const price = { price: 6_172_835n, precision: 2 }
  expect(collateralValue({ coin: 'BTC', amount: 1n, price })).toBe(617n)
  expect(collateralValue({ coin: 'ETH', amount: 100_000_000n, price: at(2_500n) })).toBe(2_500n * usdt)
  for (const owed of [50n * usdt, 333_333_333n, 10_000n * usdt, 1n]) {
    const amount = neededCollateral(owed, { coin: 'BTC', price })
    expect(isSecured(owed, collateralValue({ coin: 'BTC', amount, price }))).toBe(true)
    expect(isSecured(owed, collateralValue({ coin: 'BTC', amount: amount - 1n, price }))).toBe(false)
  }
})

test.each([
  [4_200n, 6_000n, 7_000n, 70],
  [4_199n, 6_000n, 6_999n, 0],
  [4_500n, 6_000n, 7_500n, 75],
  [4_800n, 6_000n, 8_000n, 80],
  [4_980n, 6_000n, 8_300n, 80],
  [0n, 6_000n, 0n, 0],
  [1n, 0n, null, 80],
])('%s owed of %s is a share of %s and reaches %s', (owed, value, bps, notified) => {
  expect([ltvBps(owed, value), notifiedLtv(0, owed, value)]).toEqual([bps, notified])
})

test('a threshold comes again only after the share was three points below it', () => {
  expect(notifiedLtv(70, 6_999n, 10_000n)).toBe(70)
  expect(notifiedLtv(70, 6_700n, 10_000n)).toBe(70)
  expect(notifiedLtv(70, 6_699n, 10_000n)).toBe(0)
  expect(notifiedLtv(80, 7_699n, 10_000n)).toBe(75)
  expect(notifiedLtv(0, 6_900n, 10_000n)).toBe(0)
})

test('from 83 % on as few steps are sold as bring it below 80 %, and nothing before', () => {
  expect(collateralSale(selling({ owed: 4_980n * usdt - 1n }))).toBeUndefined()
  // 6 000 USDT: 83 %. 5 % steps of 300: (4 980 − 1 198.8) ÷ 4 800 = 78.8 %, and three steps leave 80.04 %.
  expect(collateralSale(selling({}))).toEqual({
    steps: 4,
    amount: 2_000_000n,
    fee: 2_000n,
    received: 1_198_800_000n,
    paid: 1_198_800_000n,
  })
  expect(salePrice(4_980n * usdt, selling({}))).toBe(6_000_000n)
  expect(collateralSale(selling({ price: { price: 6_000_001n, precision: 2 } }))).toBeUndefined()
})

test('where no number of steps is enough everything is sold, and at the end as much as repays', () => {
  const all = collateralSale(selling({ owed: 7_000n * usdt }))
  expect(all).toMatchObject({ steps: 20, amount: btc / 10n, paid: 5_994n * usdt })
  expect(collateralSale(selling({ owed: 1_000n * usdt, cause: 'END' }))).toMatchObject({
    steps: 4,
    received: 1_198_800_000n,
    paid: 1_000n * usdt,
  })
  expect(collateralSale(selling({ owed: 0n, cause: 'END' }))).toBeUndefined()
  expect(collateralSale(selling({ amount: 0n }))).toBeUndefined()
})

test('whatever the prices, a sale is of what is there, conserves it, and is the least that helps', () => {
  for (let seed = 1n; seed < 400n; seed += 1n) {
    const pledged = 10_000n + ((seed * 7_919_113n) % btc)
    const amount = pledged - (pledged * (seed % 19n)) / 20n
    const price = at(1_000n + ((seed * 104_729n) % 90_000n))
    const value = collateralValue({ coin: 'BTC', amount, price })
    const owed = (value * (8_000n + ((seed * 613n) % 2_500n))) / 10_000n
    const sale = collateralSale({ coin: 'BTC', amount, pledged, price, owed, cause: 'LTV' })
    expect(sale !== undefined, `${seed}`).toBe(reachesLtv(owed, value, 83))
    if (sale === undefined) continue
    expect(sale.amount <= amount && sale.paid <= owed && sale.paid <= sale.received).toBe(true)
    const after = collateralValue({ coin: 'BTC', amount: amount - sale.amount, price })
    expect(sale.amount === amount || !reachesLtv(owed - sale.paid, after, 80)).toBe(true)
  }
})
