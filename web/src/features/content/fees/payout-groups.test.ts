import { expect, test } from 'vitest'
import { payoutGroups } from './payout-groups.ts'

test('terms of one payout are one line, however they are ordered, and another payout begins another', () => {
  const terms = [
    { limitTime: 300, payoutRate: '0.94' },
    { limitTime: 60, payoutRate: '0.94' },
    { limitTime: 900, payoutRate: '0.90' },
    { limitTime: 3600, payoutRate: '0.94' },
  ]
  expect(payoutGroups(terms)).toEqual([
    { from: 60, to: 300, payoutRate: '0.94' },
    { from: 900, to: 900, payoutRate: '0.90' },
    { from: 3600, to: 3600, payoutRate: '0.94' },
  ])
  expect(payoutGroups([])).toEqual([])
})
