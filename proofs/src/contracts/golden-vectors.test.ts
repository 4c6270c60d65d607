import { expect, test } from 'vitest'
import { btcusdt, eurusd } from '../../test/contract-instruments.ts'
import { accountState, closeOutPrice, type Holding } from './account.ts'
import type { ContractInstrument } from './classes.ts'
import { closingOf, protectionOf } from './close.ts'
import { openingOf } from './opening.ts'
import { openingPrice, sidesOf, type Side } from './price.ts'
import { parity } from './quote-rate.ts'

type OpenParams = { side: Side; mid: bigint; lots: bigint; leverage: number; cash: bigint }

function open(instrument: ContractInstrument, { side, mid, lots, leverage, cash }: OpenParams) {
  const sides = sidesOf(instrument, mid)
  const price = openingPrice(side, sides)
  const opening = openingOf(instrument, { lots, leverage, price, rate: parity })
  const { units, margin } = opening
  const holding: Holding = { side, units, open: price, precision: instrument.precision, margin, financing: 0n }
  const marked = { holding, sides, rate: parity }
  const account = accountState(cash - opening.fee, [marked])
  return { price, opening, account, closeOut: closeOutPrice(marked, account), marked }
}

const v4 = { side: 'BUY', mid: 1_085_000_000n, lots: 50n, leverage: 30 } as const

test('V4: 0.5 lot of EURUSD bought at 30', () => {
  const small = open(eurusd, { ...v4, cash: 250_000_000n })
  expect(small.price).toBe(1_085_050_000n)
  expect(small.opening).toMatchObject({
    units: 500_000_000_000n,
    notional: 5_425_250_000n,
    margin: 180_841_667n,
    fee: 2_170_100n,
  })
  expect(small.account).toMatchObject({ profit: -500_000n, equity: 247_329_900n, level: 1_367_659n })
  // 1.05357 in five decimals.
  expect(small.closeOut).toBe(1_053_568_186n)
  const big = open(eurusd, { ...v4, cash: 1_000_000_000n })
  expect(big.account.equity).toBe(997_329_900n)
  expect(big.closeOut).toBe(903_568_186n)
})

test('V5: 0.3 lot of BTC sold at 2', () => {
  const { price, opening, account, closeOut } = open(btcusdt, {
    side: 'SELL',
    mid: 5_210_000_000n,
    lots: 30n,
    leverage: 2,
    cash: 1_000_000_000n,
  })
  expect(price).toBe(5_208_958_000n)
  expect(opening).toMatchObject({ units: 3_000_000n, notional: 1_562_687_400n, margin: 781_343_700n, fee: 625_075n })
  expect(account).toMatchObject({ profit: -625_200n, equity: 998_749_725n, level: 1_278_246n })
  // 72 379.68 in two decimals.
  expect(closeOut).toBe(7_237_968_247n)
})

test('V10: a gap to 0.98000 on an account of 250', () => {
  const { price, opening } = open(eurusd, { ...v4, cash: 250_000_000n })
  const remaining = { side: 'BUY', open: price, lots: 50n, ...opening, feeOpen: opening.fee, financing: 0n } as const
  const closing = closingOf(eurusd, remaining, { lots: 50n, price: 980_000_000n, rate: parity })
  expect(closing).toMatchObject({ profit: -525_250_000n, feeClose: 1_960_000n, rest: null })
  const cash = 250_000_000n - opening.fee + closing.entries.customer
  expect(cash).toBe(-279_380_100n)
  expect(protectionOf(cash, 1_000_000_000_000n)).toEqual({
    amount: 279_380_100n,
    fromReserve: 279_380_100n,
    fromHouse: 0n,
  })
})
