import { expect, test } from 'vitest'
import { spreadLabels } from './spread-labels.ts'

const room = { gap: 20, height: 100 }
const positions = (...tops: [string, number][]) => Object.fromEntries(spreadLabels(tops, room))

test('a label with room stands at its line', () => {
  expect(positions(['a', 30], ['b', 70])).toEqual({ a: 30, b: 70 })
})

test('labels that would cover each other part, in the order of their lines', () => {
  expect(positions(['low', 52], ['high', 50])).toEqual({ high: 50, low: 70 })
  expect(positions(['a', 85], ['b', 88], ['c', 90])).toEqual({ a: 50, b: 70, c: 90 })
})

test('a line out of sight has its label at the edge', () => {
  expect(positions(['above', -500], ['higher', -900], ['below', 4000])).toEqual({ higher: 10, above: 30, below: 90 })
})

test('more labels than fit share the height', () => {
  const many = Array.from({ length: 11 }, (_, at): [string, number] => [`${at}`, 50])
  const tops = [...spreadLabels(many, room).values()]
  expect([Math.min(...tops), Math.max(...tops), new Set(tops).size]).toEqual([10, 90, 11])
})

test('what stands at the top of the pane is not covered', () => {
  const under = spreadLabels(
    [
      ['above', -500],
      ['beside', 12],
      ['free', 70],
    ],
    { ...room, from: 23 },
  )
  expect(Object.fromEntries(under)).toEqual({ above: 33, beside: 53, free: 73 })
})
