import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convert, isWorse, type ConvertibleCoin } from './convert.ts'

const prices = { BTC: { price: 5_210_000n, precision: 2 }, ETH: { price: 260_050n, precision: 2 } }

test('the fee is rounded up, what is received down, whichever way', () => {
  expect(convert({ from: 'USDT', to: 'BTC', amount: 1_000_000_000n, prices })).toEqual({
    fee: 1_000_000n,
    received: 1_917_466n,
    price: '52100.00',
  })
  expect(convert({ from: 'BTC', to: 'USDT', amount: 100_000_001n, prices })).toEqual({
    fee: 100_001n,
    received: 52_047_900_000n,
    price: '52100.00',
  })
  expect(convert({ from: 'BTC', to: 'ETH', amount: 100_000_000n, prices }).price).toBe('20.03460872')
})

test('an amount so small that nothing is left comes to nothing, never to more', () => {
  expect(convert({ from: 'USDT', to: 'BTC', amount: 1n, prices })).toMatchObject({ fee: 1n, received: 0n })
})

const coin = fc.constantFrom<ConvertibleCoin>('USDT', 'BTC', 'ETH')
test('to and fro never gains, and splitting a sum never pays', () => {
  fc.assert(
    fc.property(coin, coin, fc.bigInt(2n, 10n ** 15n), fc.bigInt(1n, 10n ** 14n), (from, to, amount, part) => {
      fc.pre(from !== to && part < amount)
      const there = convert({ from, to, amount, prices })
      if (there.received > 0n) {
        const back = convert({ from: to, to: from, amount: there.received, prices })
        expect(back.received).toBeLessThan(amount)
      }
      const split =
        convert({ from, to, amount: part, prices }).received +
        convert({ from, to, amount: amount - part, prices }).received
      expect(split).toBeLessThanOrEqual(there.received)
    }),
  )
})

test('half a percent below the quote is still what was confirmed; a unit more is not', () => {
  expect(isWorse(995n, 1000n)).toBe(false)
  expect(isWorse(994n, 1000n)).toBe(true)
})
