import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { approversFixture, type Approvers } from '../../test/fixtures/approvers.ts'
import { withdrawalsFixture, type Fixture } from '../../test/fixtures/withdrawals.ts'
import { createPayout, type PayoutDeps } from './payout.ts'

// Who has approved learns something before the money leaves, and rejects.

let fixture: Fixture
let approvers: Approvers
beforeAll(async () => {
  fixture = await withdrawalsFixture()
  approvers = await approversFixture(fixture)
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.broken()).toEqual([]))

const fraud = { reasonCode: 'FRAUD_REPORTED_BY_OWNER' }
const order = { reasonCode: 'LEGAL_HOLD', reference: 'Court 7, 2026/114' }
const whole = { free: 60_000_000_000n, held: 0n }

async function requested(name: string, amount = '20000') {
  const owner = await fixture.ready(name, { USDT: '60000' })
  await fixture.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [owner.id])
  const { id } = await fixture.requested(owner, { amount, addressId: owner.addressId })
  return { owner, id }
}
const pay = async (options: Partial<PayoutDeps> = {}): Promise<void> => {
  const payout = createPayout({ ...fixture.payoutDeps, ...options })
  await payout.runOnce()
  fixture.clock.advance(3000)
  await payout.runOnce()
}
const statusOf = async (owner: { token: string }) => (await fixture.list(owner as never))[0]?.status

it('an approver rejects before the second approval: the money is back, and no approval follows', async () => {
  const { owner, id } = await requested('regretted')
  expect((await approvers.approve('sandbox-finance1', id)).result).toMatchObject({ approvalsGiven: 1 })
  const rejected = await approvers.reject('sandbox-finance1', id, fraud)
  expect(rejected.result).toMatchObject({ status: 'REJECTED', reasonCode: fraud.reasonCode, approvalsGiven: 0 })
  expect(await fixture.balance(owner)).toEqual(whole)
  expect((await approvers.approve('sandbox-finance2', id)).code).toBe(40039)
})

it('an approval that its operator took back counts no longer, and cannot be given again', async () => {
  const { owner, id } = await requested('taken_back')
  await approvers.approve('sandbox-finance1', id)
  expect((await approvers.reject('sandbox-finance1', id, order)).result).toMatchObject({
    status: 'REVIEW',
    approvalsGiven: 0,
  })
  expect((await approvers.approve('sandbox-finance1', id)).code).toBe(40033)
  expect((await approvers.approve('sandbox-finance2', id)).result).toMatchObject({
    status: 'REVIEW',
    approvalsGiven: 1,
  })
  await pay()
  expect(await statusOf(owner)).toBe('REVIEW')
  expect((await approvers.reject('sandbox-finance2', id, order)).result).toMatchObject({ status: 'REJECTED' })
  expect(await fixture.balance(owner)).toEqual(whole)
})

it('who named an order by a slip names the right one', async () => {
  const { id } = await requested('slip', '5000')
  await approvers.reject('sandbox-finance1', id, { ...order, reference: 'Court 7, 2026/141' })
  expect((await approvers.reject('sandbox-finance2', id, order)).result).toMatchObject({ status: 'REVIEW' })
  expect((await approvers.reject('sandbox-finance2', id, order)).code).toBe(40033)
  expect((await approvers.reject('sandbox-finance1', id, order)).result).toMatchObject({ status: 'REJECTED' })
})

it('what both approved and the list of sanctions then named can be rejected by either', async () => {
  const { owner, id } = await requested('named_since')
  await approvers.approve('sandbox-finance1', id)
  await approvers.approve('sandbox-finance2', id)
  await pay({ screen: () => 'listed' })
  expect(await statusOf(owner)).toBe('REVIEW')
  const listed = await approvers.reject('sandbox-finance2', id, { reasonCode: 'ADDRESS_SANCTIONED' })
  expect(listed.result).toMatchObject({ status: 'REJECTED' })
  expect(await fixture.balance(owner)).toEqual(whole)
})

it('what is approved is not held by one of its approvers', async () => {
  const { owner, id } = await requested('decided', '5000')
  await approvers.approve('sandbox-finance1', id)
  expect((await approvers.reject('sandbox-finance1', id, fraud)).code).toBe(40039)
  await pay()
  expect(await statusOf(owner)).toBe('COMPLETED')
})

it('the second approval and the rejection of the first approver at once end in one of the two', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { owner, id } = await requested(`at_once_${round}`)
    await approvers.approve('sandbox-finance1', id)
    const [approved, rejected] = await Promise.all([
      approvers.approve('sandbox-finance2', id),
      approvers.reject('sandbox-finance1', id, fraud),
    ])
    expect([approved.code, rejected.code].toSorted()).toEqual([200, 40039])
    expect(await statusOf(owner)).toBe(approved.code === 200 ? 'APPROVED' : 'REJECTED')
    if (rejected.code === 200) expect(await fixture.balance(owner)).toEqual(whole)
  }
})
