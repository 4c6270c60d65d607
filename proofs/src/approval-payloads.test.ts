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

const deposit = { id: 'd1', customerId: 'c1', coin: 'USDT', network: 'TRC20', txHash: 'ab', round: 1 }
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
  [
    'a deposit',
    depositCredit(deposit, '250.000000'),
    '14ca9b6737a854ddac785fec069e37393bcc53876226759150db1b6a1869fa3d',
  ],
  ['a return', depositReturn(deposit, 'cd'), '776ff713488398e59b7cc7bcaf2569625d8fded69a39034c2a627e7c41bae209'],
  ['a withdrawal', withdrawalApproval(withdrawal), '42afa04d3a58f1e7414792dad38301ed62829aa3360f6eef49d13a16a17e2310'],
  [
    'a rejection',
    withdrawalRejection(withdrawalApproval(withdrawal), { reason: 'LEGAL_HOLD', reference: 'A 1' }),
    '3d671ba4591c87a0e09cfb6a8db68dd984fe664f1dedd1967db25708588c63f3',
  ],
  [
    'an identity',
    identityDecision({ id: 'p1', identificationId: 'i1', kind: 'FINAL', code: null, reason: 'Forged document' }),
    'e9353c8a958bf5d49a2f378bf8d1354402cb8dd822ef6190c4152f4d04235492',
  ],
])('what is signed of %s keeps its form', (_, payload, hash) => expect(approvalHash(payload, nodeCrypto)).toBe(hash))

test('any change of what is decided is another hash', () => {
  const of = (amount: string, round = 1) => approvalHash(depositCredit({ ...deposit, round }, amount), nodeCrypto)
  expect(new Set([of('250.000000'), of('250.000001'), of('250.000000', 2)]).size).toBe(3)
  const { memo: _, ...bare } = withdrawal
  expect(withdrawalApproval({ ...bare, memo: 'x' })).not.toEqual(withdrawalApproval(withdrawal))
})

test('a rejection without a reference signs that there is none', () =>
  expect(withdrawalRejection(withdrawalApproval(withdrawal), { reason: 'KYC_LIMIT' }).fields.at(-1)).toEqual([
    'reference',
    '',
  ]))
