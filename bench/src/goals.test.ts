import { expect, test } from 'vitest'
import { goals, median, percentile, verdictOf, type Figure } from './goals.ts'

const figure = (value: number, goal?: Figure['goal']): Figure => ({
  part: 'x',
  what: 'x',
  value,
  unit: '×',
  note: '',
  ...(goal === undefined ? {} : { goal }),
})

test.each([
  [figure(2.9, goals.http), 'missed'],
  [figure(3, goals.http), 'met'],
  [figure(4, goals.http), 'moonshot'],
  [figure(21, goals.p99), 'missed'],
  [figure(20, goals.p99), 'met'],
  [figure(10, goals.p99), 'moonshot'],
  [figure(0.1, goals.ticks), 'met'],
  [figure(Number.NaN, goals.p99), 'missed'],
  [figure(1), ''],
])('%j is %s', (one, verdict) => {
  expect(verdictOf(one)).toBe(verdict)
})

test('medians and percentiles', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5])
  expect([percentile([1, 2, 3, 4], 0.5), percentile([1, 2, 3, 4], 0.99)]).toEqual([3, 4])
})
