import { expect, test } from 'vitest'
import { createOrderGaps } from './order-cooldown.ts'

const params = { accountId: 1n, code: 'BTCUSDT', key: undefined }

test('two orders of a customer on one instrument are five seconds apart, whatever the clock on the wall does', () => {
  let at = 1_000
  const gaps = createOrderGaps({ monotonic: () => at })
  gaps.take(params)
  gaps.take({ ...params, code: 'ETHUSDT' })
  gaps.take({ ...params, accountId: 2n })
  at += 4_999
  expect(() => gaps.take(params)).toThrow('tooMany')
  at += 1
  gaps.take(params)
})

test('a repeat under the same key passes; another key, or none, waits; a turn given back is free at once', () => {
  const gaps = createOrderGaps({ monotonic: () => 0 })
  const giveBack = gaps.take({ ...params, key: 'a' })
  const repeat = gaps.take({ ...params, key: 'a' })
  repeat()
  expect(() => gaps.take({ ...params, key: 'b' })).toThrow('tooMany')
  expect(() => gaps.take(params)).toThrow('tooMany')
  giveBack()
  gaps.take({ ...params, key: 'b' })
})
