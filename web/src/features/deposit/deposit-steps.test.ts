import type { Deposit } from '@evenhand/protocol/deposits.ts'
import { depositStatuses } from '@evenhand/protocol/states.ts'
import { describe, expect, it } from 'vitest'
import { isOpen, stepsOf } from './deposit-steps.ts'

const deposit = (params: Partial<Deposit>): Deposit => ({
  id: '1',
  orderNo: 'DP000000001',
  coin: 'USDT',
  network: 'TRC20',
  amount: '500.000000',
  last6: 'aB3dE6',
  txHash: 'ab'.repeat(32),
  proofFileId: '2',
  status: 'SUBMITTED',
  confirmations: 0,
  confirmationsNeeded: 19,
  mayResubmit: false,
  createdAt: 1_000,
  dueAt: 90_000,
  decidedAt: null,
  ...params,
})
const shown = (params: Partial<Deposit>) => stepsOf(deposit(params)).map(({ key, is, at }) => [key, is, at])

describe('the way of a deposit', () => {
  it('shows what is waited for and what comes after it', () => {
    expect(shown({})).toEqual([
      ['submitted', 'done', 1_000],
      ['checking', 'now', undefined],
      ['credited', 'next', undefined],
    ])
    expect(shown({ status: 'CONFIRMING', confirmations: 3 })[1]).toEqual(['confirming', 'now', undefined])
    expect(shown({ status: 'CONFIRMING' })[1]).toEqual(['checking', 'now', undefined])
  })

  it('ends with when it was decided', () => {
    expect(shown({ status: 'CREDITED', decidedAt: 5_000 }).at(-1)).toEqual(['credited', 'done', 5_000])
    expect(shown({ status: 'REJECTED', decidedAt: 5_000 }).at(-1)).toEqual(['rejected', 'bad', 5_000])
    expect(shown({ status: 'REVERSED', decidedAt: 5_000 }).map(([key]) => key)).toEqual([
      'submitted',
      'credited',
      'reversed',
    ])
  })

  it('begins with the form in every state, and a person waits in three of them', () => {
    for (const status of depositStatuses) expect(stepsOf(deposit({ status }))[0]?.key).toBe('submitted')
    expect(depositStatuses.filter((status) => isOpen(deposit({ status })))).toEqual([
      'SUBMITTED',
      'CONFIRMING',
      'ON_HOLD_AML',
    ])
  })
})
