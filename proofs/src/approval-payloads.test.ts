import { expect, test } from 'vitest'
import { approvalHash } from './approval.ts'
import {
  depositCredit,
  depositReturn,
  identityDecision,
  withdrawalApproval,
  withdrawalRejection,
} from './approval-payloads.ts'
import { nodeCrypto } from './crypto-node.ts'

const deposit = {
  id: 'd1',
  customerId: 'c1',
  coin: 'USDT',
  network: 'TRC20',
  txHash: 'ab',
  round: 1,
  revision: 1,
  claimed: '250.000000',
}
const values = { amount: '250.000000', fromAddress: '', creditedBefore: null }
const withdrawal = {
  id: 'w1',
  orderNo: '7',
  customerId: 'c1',
  method: 'USDT-TRC20',
  network: 'TRC20',
  address: 'TR7N',
  memo: undefined,
  coin: 'USDT',
  amount: '11000.000000',
  fee: '1.000000',
  net: '10999.000000',
  requestedAt: 1_700_000_000_000,
}

// Signatures of releases before this one must go on counting: these hashes never change.
test.each([
  ['a deposit', depositCredit(deposit, values), 'd206322d8612b753e8b139c7d3c8146880875ade38b4637c771ab8a43cef865c'],
  ['a return', depositReturn(deposit, 'cd'), 'cd7b3a66a066fd801241bfc6966c142b94c37c5ce5ccde7eee89a209ce325c76'],
  ['a withdrawal', withdrawalApproval(withdrawal), '42afa04d3a58f1e7414792dad38301ed62829aa3360f6eef49d13a16a17e2310'],
  [
    'a rejection',
    withdrawalRejection(withdrawalApproval(withdrawal), { reason: 'LEGAL_HOLD', reference: 'A 1' }),
    '3d671ba4591c87a0e09cfb6a8db68dd984fe664f1dedd1967db25708588c63f3',
  ],
  [
    'an identity',
    identityDecision(
      { id: 'p1', identificationId: 'i1', kind: 'FINAL', code: null, reason: 'Forged document' },
      { firstName: 'Aroha', lastName: 'Ngata', docType: 'PASSPORT', country: 'NZ', docNumber: 'LA1' },
    ),
    'aa92b6b34efb328c9b24bbbf331592fd1dff972e77fa76d951f2c6303cd902fa',
  ],
])('what is signed of %s keeps its form', (_, payload, hash) => expect(approvalHash(payload, nodeCrypto)).toBe(hash))

test('any change of what is decided is another hash', () => {
  const params = (changed: Partial<typeof values>, own: Partial<typeof deposit> = {}) =>
    approvalHash(depositCredit({ ...deposit, ...own }, { ...values, ...changed }), nodeCrypto)
  const all = [
    params({}),
    params({ amount: '250.000001' }),
    params({ fromAddress: 'TX' }),
    params({}, { round: 2 }),
    params({}, { revision: 2 }),
    params({}, { claimed: '1.000000' }),
    approvalHash(depositCredit(deposit, { ...values, creditedBefore: '0.000000' }), nodeCrypto),
  ]
  expect(new Set(all).size).toBe(all.length)
  const { memo: _, ...bare } = withdrawal
  expect(withdrawalApproval({ ...bare, memo: 'x' })).not.toEqual(withdrawalApproval(withdrawal))
})

test('a rejection without a reference signs that there is none', () =>
  expect(withdrawalRejection(withdrawalApproval(withdrawal), { reason: 'KYC_LIMIT' }).fields.at(-1)).toEqual([
    'reference',
    '',
  ]))
