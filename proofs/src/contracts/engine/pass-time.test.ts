import { expect, test } from 'vitest'
import { rig, usdt } from '../../../test/contract-book.ts'
import { btcusdt, eurusd } from '../../../test/contract-instruments.ts'
import { isAnyDue, passTime } from './pass-time.ts'

test('between two ticks nothing is due until an order, a night or an expiry is', () => {
  const day = 86_400_000
  const due = (span: { from: number; to: number }): boolean => isAnyDue(book, span)
  const { book, order, hold } = rig(usdt(10_000))
  order(btcusdt, 'BUY', 1n, { acceptedAt: 2_000, held: usdt(50) })
  expect([due({ from: 2_000, to: 8_999 }), due({ from: 8_999, to: 9_000 })]).toEqual([false, true])
  passTime(book, { from: 2_000, to: 9_000 })
  order(eurusd, 'BUY', 10n, { type: 'LIMIT', price: 1n, waitsUntil: 20_000 })
  expect([due({ from: 9_000, to: 19_999 }), due({ from: 9_000, to: 20_001 })]).toEqual([false, true])
  passTime(book, { from: 9_000, to: 20_001 })
  order(eurusd, 'BUY', 10n, { acceptedAt: 20_000, expiryOf: () => ({ at: 90_000, daysOff: [] }) })
  hold(eurusd, 21, 1_168_400_000n)
  expect([due({ from: 21_000, to: 89_999 }), due({ from: 21_000, to: 90_000 })]).toEqual([false, true])
  expect([due({ from: 21_000, to: day - 1 }), due({ from: day - 1, to: day })]).toEqual([true, true])
})
