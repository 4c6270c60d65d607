import { expect, test } from 'vitest'
import { createOrderGaps } from './order-cooldown.ts'

const of = { accountId: 1n, code: 'BTCUSDT', key: undefined }

test('two orders of a customer on one instrument are five seconds apart, whatever the clock on the wall does', () => {
  let at = 1_000
  const gaps = createOrderGaps({ monotonic: () => at })
  gaps.take(of)
  gaps.take({ ...of, code: 'ETHUSDT' })
  gaps.take({ ...of, accountId: 2n })
  at += 4_999
  expect(() => gaps.take(of)).toThrow('tooMany')
  at += 1
  gaps.take(of)
})

test('a repeat under the same key passes; another key, or none, waits; a turn given back is free at once', () => {
  const gaps = createOrderGaps({ monotonic: () => 0 })
  const giveBack = gaps.take({ ...of, key: 'a' })
  const repeat = gaps.take({ ...of, key: 'a' })
  repeat()
  expect(() => gaps.take({ ...of, key: 'b' })).toThrow('tooMany')
  expect(() => gaps.take(of)).toThrow('tooMany')
  giveBack()
  gaps.take({ ...of, key: 'b' })
})
