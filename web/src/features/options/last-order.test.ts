import { expect, test } from 'vitest'
import { readLastOrder } from './last-order.ts'
import { directionOf } from './use-direction-keys.ts'

test('what was ordered last is read as it was kept, and nothing else is', () => {
  expect(readLastOrder('DOWN|300|12.50')).toEqual({ direction: 'DOWN', limitTime: 300, amountText: '12.50' })
  for (const text of [null, '', 'LEFT|60|5', 'UP|60|5e3', 'UP|-60|5', 'UP|60'])
    expect([text, readLastOrder(text)]).toEqual([text, undefined])
})

test('B and S by letter, and by place where the keyboard has another script', () => {
  expect(directionOf({ key: 'b', code: 'KeyN' })).toBe('UP')
  expect(directionOf({ key: 'S', code: 'KeyS' })).toBe('DOWN')
  expect(directionOf({ key: 'ы', code: 'KeyS' })).toBe('DOWN')
  expect(directionOf({ key: 'n', code: 'KeyB' })).toBe(undefined)
  expect(directionOf({ key: 'Tab', code: 'Tab' })).toBe(undefined)
})
