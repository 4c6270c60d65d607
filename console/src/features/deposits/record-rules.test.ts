import { expect, test } from 'vitest'
import { emptyRecord, recordOf, wrongIn } from './record-rules.ts'

const full = {
  customer: 'amy',
  method: 'USDT-TRC20',
  amount: '0.5',
  txHash: 'ab'.repeat(32),
  fromAddress: 'TQn9Y2khEs',
}

test.each([
  [{}, []],
  [{ amount: '0' }, ['amount']],
  [{ amount: '0.0000001' }, ['amount']],
  [{ method: 'BTC-Bitcoin', amount: '0.00000001' }, []],
  [{ method: 'ETH-Ethereum' }, ['txHash']],
  [{ method: 'ETH-Ethereum', txHash: `0x${'AB'.repeat(32)}` }, []],
  [{ fromAddress: 'T Q n' }, ['fromAddress']],
  [{ customer: ' ' }, ['customer']],
])('%j beside what is right leaves %j to mend', (change, wrong) =>
  expect(wrongIn({ ...full, ...change })).toEqual(wrong),
)

test('an empty form has everything to mend but the way in', () => expect(wrongIn(emptyRecord)).toHaveLength(4))

test('the rest of a deposit is what was claimed less what was credited, and nothing where that was more', () => {
  const deposit = { customerId: 'c', coin: 'USDT', network: 'TRC20', txHash: 'ab', fromAddress: null } as const
  const other = (customerId: string, creditedAmount: string) => ({ customerId, creditedAmount }) as never
  const amountOf = (amount: string, creditedAmount?: string, sameTransaction: never[] = []) =>
    recordOf({ ...deposit, amount, sameTransaction, ...(creditedAmount !== undefined && { creditedAmount }) }).amount
  expect(amountOf('30000', '1')).toBe('29999.000000')
  expect(amountOf('30000', '1', [other('c', '9'), other('d', '500')])).toBe('29990.000000')
  expect(amountOf('30000')).toBe('30000.000000')
  expect(amountOf('150', '999')).toBe('')
})
