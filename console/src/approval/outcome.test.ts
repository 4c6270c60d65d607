import { expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'

test.each([
  [
    'deposit.credit',
    { status: 'SUBMITTED', approvals: [{}], approvalsNeeded: 2 },
    { key: 'signedOf', values: { given: 1, needed: 2 } },
  ],
  [
    'deposit.credit',
    { status: 'CONFIRMING', approvals: [{}, {}], approvalsGiven: 1, approvalsNeeded: 2 },
    { key: 'signedOf', values: { given: 1, needed: 2 } },
  ],
  ['deposit.credit', { status: 'CREDITED', approvals: [{}, {}], approvalsNeeded: 2 }, { key: 'credited', values: {} }],
  [
    'withdrawal.approve',
    { status: 'APPROVED', approvalsGiven: 2, approvalsNeeded: 2 },
    { key: 'approved', values: {} },
  ],
  ['loan.approve', { status: 'ACTIVE', approvals: [{}], approvalsNeeded: 1 }, { key: 'paidOut', values: {} }],
  ['loan.plan', { status: 'IN_ARREARS', approvals: [{}, {}], approvalsNeeded: 2 }, { key: 'signed', values: {} }],
  [
    'loan.approve',
    { status: 'PENDING_REVIEW', approvals: [{}], approvalsNeeded: 2 },
    { key: 'signedOf', values: { given: 1, needed: 2 } },
  ],
  ['withdrawal.reject', { status: 'REJECTED' }, { key: 'rejected', values: {} }],
  ['params.propose', { status: 'PROPOSED' }, { key: 'proposed', values: {} }],
  ['params.approve', { status: 'SCHEDULED', appliesAt: 7 }, { key: 'scheduled', values: { time: 7 } }],
  ['role.grant.approve', { status: 'APPLIED' }, { key: 'applied', values: {} }],
  ['kyc.approve', undefined, { key: 'signed', values: {} }],
  ['kyc.approve', { status: 'constructor' }, { key: 'signed', values: {} }],
])('%s with the result %o is shown as %o', (act, response, notified) =>
  expect(outcomeOf(act, response)).toEqual(notified),
)
