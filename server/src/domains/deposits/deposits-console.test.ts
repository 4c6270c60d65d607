import { afterAll, beforeAll, expect, it } from 'vitest'
import { handDeposits, proof, type HandDeposits } from '../../../test/fixtures/deposits.ts'

let hand: HandDeposits
beforeAll(async () => void (hand = await handDeposits()))
afterAll(() => hand.close())

it('an operator who looks at one deposit stands in the record, for its customer to read', async () => {
  const call = await hand.customer()
  const { id } = await hand.deposits.submit(
    { coin: 'USDT', network: 'TRC20', amount: '500', last6: 'aB3dE6', txHash: '7'.repeat(64), proofFileId: proof },
    call,
  )
  expect(await hand.operate('deposits/:id', { id })).toMatchObject({ id, customerId: call.session.customerId })
  expect(hand.acts).toEqual([
    {
      act: 'deposit.view',
      subject: `deposit:${id}`,
      customerId: call.session.customerId,
      reason: 'review of a deposit',
    },
  ])
})
