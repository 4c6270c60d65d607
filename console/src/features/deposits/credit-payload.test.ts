import { expect, test } from 'vitest'
import { arrivedUnits, creditPayload } from './credit-payload.ts'

const seen = { id: 'd', customerId: 'c', coin: 'BTC', network: 'Bitcoin', txHash: 'ff', round: 2 } as never

test.each([
  ['0.015', 1_500_000n],
  [' 0.015 ', 1_500_000n],
  ['0.000000001', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1,5', undefined],
  ['1e3', undefined],
  ['', undefined],
])('%s of a coin is %s of its smallest unit', (text, units) => expect(arrivedUnits({ coin: 'BTC' }, text)).toBe(units))

test('the signed amount has every decimal of its coin, so that one amount has one form', () =>
  expect(creditPayload(seen, 1_500_000n).fields.at(-1)).toEqual(['amount', '0.01500000']))
