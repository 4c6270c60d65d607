import { expect, test } from 'vitest'
import { wrongFields } from './adjustment-rules.ts'

const form = {
  customerId: '01a1ffa9-35e3-7000-8e12-be7929ef2fe3',
  asset: 'USDT',
  amount: '-12.5',
  reasonCode: 'GOODWILL',
  line: 'For the delay of 3 May',
  entry: '4711',
} as const

test.each([
  [{}, []],
  [{ entry: '' }, ['entry']],
  [{ amount: '12.5', entry: '' }, []],
  [{ amount: '0.00' }, ['amount']],
  [{ amount: '1,5' }, ['amount']],
  [{ amount: '+1' }, ['amount']],
  [{ customerId: 'amy', line: ' a ' }, ['customerId', 'line']],
])('a correction with %o wants %o put right', (change, wrong) =>
  expect(wrongFields({ ...form, ...change })).toEqual(wrong),
)
