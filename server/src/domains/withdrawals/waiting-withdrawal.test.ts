import { afterAll, beforeAll, expect, it } from 'vitest'
import { withdrawalsFixture, type Fixture } from '../../../test/fixtures/withdrawals.ts'

let fixture: Fixture
beforeAll(async () => void (fixture = await withdrawalsFixture()))
afterAll(() => fixture.close())

it('an account whose money is on its way out is not closed, and the refusal names the withdrawal and no order', async () => {
  const owner = await fixture.ready('leaving', { USDT: '1000' })
  const requested = await fixture.requested(owner, { amount: '1000', addressId: owner.addressId })
  const close = async (): Promise<object> => {
    await fixture.prove(owner.token)
    return (await fixture.people.post('user/close', {}, { token: owner.token })).params
  }
  const hindrance = { reason: 'WITHDRAWAL_WAITS', orderNo: requested.orderNo }
  expect(await close()).toEqual(hindrance)
  await fixture.database.asOwner(`update wallet.withdrawals set status = 'PROCESSING' where id = $1`, [requested.id])
  expect(await close()).toEqual(hindrance)
})

it('one that was taken back no longer hinders: what is left to do is to withdraw', async () => {
  const owner = await fixture.ready('staying', { USDT: '1000' })
  const { id } = await fixture.requested(owner, { amount: '1000', addressId: owner.addressId })
  expect((await fixture.call('POST', `user/withdrawal/${id}/cancel`, {}, { token: owner.token })).code).toBe(200)
  await fixture.prove(owner.token)
  const { params } = await fixture.people.post('user/close', {}, { token: owner.token })
  expect(params).toEqual({ reason: 'BALANCE', asset: 'USDT', amount: '1000.000000' })
})
