import { afterAll, beforeAll, expect, it } from 'vitest'
import { depositsFixture, proof, type DepositsFixture } from '../../../test/fixtures/deposits.ts'

let fixture: DepositsFixture
beforeAll(async () => void (fixture = await depositsFixture()))
afterAll(() => fixture.close())

it('an operator who views one deposit stands in the record, for its customer to read', async () => {
  const call = await fixture.customer()
  const { id } = await fixture.deposits.submit(
    { coin: 'USDT', network: 'TRC20', amount: '500', last6: 'aB3dE6', txHash: '7'.repeat(64), proofFileId: proof },
    call,
  )
  expect(await fixture.operate('deposits/:id', { id })).toMatchObject({ id, customerId: call.session.customerId })
  expect(fixture.auditEntries).toEqual([
    {
      act: 'deposit.view',
      subject: `deposit:${id}`,
      customerId: call.session.customerId,
      reason: 'review of a deposit',
    },
  ])
})
