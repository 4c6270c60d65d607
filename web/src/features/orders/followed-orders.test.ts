import { expect, test } from 'vitest'
import { followOrders, readRunning } from './followed-orders.ts'

test('what a tab kept is followed for its owner alone', () => {
  expect(readRunning('{"amy virtual":["1","2"]}', 'amy virtual')).toEqual(['1', '2'])
  expect(readRunning('{"amy virtual":["1"]}', 'ben virtual')).toEqual([])
  for (const text of [null, '', '[]', '{"amy virtual":7}']) expect(readRunning(text, 'amy virtual')).toEqual([])
})

test('an order that left the list is followed on, until so many came after it that its place is taken', () => {
  const order = (id: number) => ({ id: String(id) }) as never
  followOrders('amy virtual', [order(0)])
  expect(followOrders('amy virtual', []).map(({ id }) => id)).toEqual(['0'])
  for (let id = 1; id <= 30; id += 1) followOrders('amy virtual', [order(id)])
  const ids = followOrders('amy virtual', [order(30)]).map(({ id }) => id)
  expect(ids).toHaveLength(21)
  expect(ids).not.toContain('0')
  expect(ids).toContain('30')
})
