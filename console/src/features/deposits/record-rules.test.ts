import { expect, test } from 'vitest'
import { emptyRecord, wrongIn } from './record-rules.ts'

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
