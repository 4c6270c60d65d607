import { expect, test } from 'vitest'
import { createOrderCooldown } from './order-cooldown.ts'

const params = { accountId: 1n, code: 'BTCUSDT', key: undefined }

test('two orders of a customer on one instrument are five seconds apart, whatever the clock on the wall does', () => {
  let at = 1_000
  const cooldown = createOrderCooldown({ monotonic: () => at })
  cooldown.take(params)
  cooldown.take({ ...params, code: 'ETHUSDT' })
  cooldown.take({ ...params, accountId: 2n })
  at += 4_999
  expect(() => cooldown.take(params)).toThrow('tooMany')
  at += 1
  cooldown.take(params)
})

test('a repeat under the same key passes; another key, or none, waits; a released cooldown is free at once', () => {
  const cooldown = createOrderCooldown({ monotonic: () => 0 })
  const giveBack = cooldown.take({ ...params, key: 'a' })
  const repeat = cooldown.take({ ...params, key: 'a' })
  repeat()
  expect(() => cooldown.take({ ...params, key: 'b' })).toThrow('tooMany')
  expect(() => cooldown.take(params)).toThrow('tooMany')
  giveBack()
  cooldown.take({ ...params, key: 'b' })
})
