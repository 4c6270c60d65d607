import { expect, test } from 'vitest'
import { approvalsMissing, arrivedUnits, creditPayload, differsFromClaim } from './credit-payload.ts'

const seen = {
  id: 'd',
  customerId: 'c',
  coin: 'BTC',
  network: 'Bitcoin',
  txHash: 'ff',
  round: 2,
  revision: 1,
  amount: '0.01500000',
  creditedBefore: null,
  approvalsNeeded: 1,
  approvals: [{ operatorId: 'a', amount: '0.01400000', fromAddress: '' }],
} as never

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

test('claim and credited amount are both signed, with every decimal of the coin', () =>
  expect(creditPayload(seen, { units: 1_400_000n, from: 'bc1q' }).fields.slice(-3)).toEqual([
    ['claimed', '0.01500000'],
    ['amount', '0.01400000'],
    ['fromAddress', 'bc1q'],
  ]))

test('an amount that differs from the claim takes two over the same values', () => {
  expect([1_500_000n, 1_400_000n].map((units) => differsFromClaim(seen, units))).toEqual([false, true])
  const missing = (units: bigint, from: string, by: string) => approvalsMissing(seen, { units, from }, by)
  expect(missing(1_500_000n, '', 'b')).toBe(0)
  expect(missing(1_400_000n, '', 'b')).toBe(0)
  expect(missing(1_400_000n, 'bc1q', 'b')).toBe(1)
  expect(missing(1_400_000n, '', 'a')).toBe(1)
})
