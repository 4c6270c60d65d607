import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { applyHold, approvedHold } from '../../test/fixtures/legal-holds.ts'
import { approversFixture, type Approvers } from '../../test/fixtures/approvers.ts'
import { withdrawalsFixture, type Fixture, type Owner } from '../../test/fixtures/withdrawals.ts'
import { createPayout, payoutSteps, type PayoutStep } from './payout.ts'

let fixture: Fixture
let approvers: Approvers
beforeAll(async () => {
  fixture = await withdrawalsFixture()
  approvers = await approversFixture(fixture)
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.broken()).toEqual([]))

type Ready = Owner & { addressId: string }
const ready = async (name: string): Promise<Ready> => {
  const owner = await fixture.ready(name, { USDT: '60000' })
  await fixture.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [owner.id])
  return owner
}
const hold = (owner: Owner, tell = false) => applyHold(fixture.database, { customerId: owner.id, tell })
const lift = (owner: Owner, tell = false) =>
  applyHold(fixture.database, { customerId: owner.id, kind: 'customer.release', tell })
const one = async (owner: Owner) => (await fixture.list(owner))[0]
const pay = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) {
    await fixture.payout.runOnce()
    fixture.clock.advance(3000)
  }
}
const sentOf = (id: string) => fixture.sent().filter((line) => line.id === id)

describe('while it is kept from its customer', () => {
  it('a withdrawal is quoted and requested as ever, stays in review, and no approval passes', async () => {
    const owner = await ready('silent')
    await hold(owner)
    expect((await fixture.quote(owner, { amount: '100', addressId: owner.addressId })).code).toBe(200)
    const requested = await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
    expect(requested).toMatchObject({ status: 'REVIEW', overdue: false, cancellable: true })
    expect(requested.dueAt).toBe(requested.createdAt + 86_400_000)
    for (const name of ['sandbox-finance1', 'sandbox-finance2'])
      expect(await approvers.approve(name, requested.id)).toMatchObject({
        code: 10008,
        params: { reason: 'LEGAL_HOLD' },
      })
    await pay()
    fixture.clock.advance(86_400_000)
    await fixture.withdrawals.runOnce()
    expect(await one(owner)).toMatchObject({ status: 'REVIEW', overdue: true })
    expect(JSON.stringify(await one(owner))).not.toMatch(/legal|hold"|order"/i)
    expect((await fixture.balance(owner)).held).toBe(100_000_000n)
    expect(sentOf(requested.id)).toEqual([])
    await lift(owner)
    await pay()
    expect(await one(owner)).toMatchObject({ status: 'COMPLETED' })
  })

  it('no reason that would disclose it rejects a withdrawal, and its customer takes it back as ever', async () => {
    const owner = await ready('tacit')
    await hold(owner)
    const { id } = await fixture.requested(owner, { amount: '5000', addressId: owner.addressId })
    for (const reasonCode of ['LEGAL_HOLD', 'AML_ORDER'])
      expect((await approvers.reject('sandbox-finance1', id, { reasonCode, reference: 'Court 7' })).code).toBe(10008)
    const cancelled = await fixture.call('POST', `user/withdrawal/${id}/cancel`, {}, { token: owner.token })
    expect(cancelled.result).toMatchObject({ status: 'CANCELLED' })
    expect(await fixture.balance(owner)).toEqual({ free: 60_000_000_000n, held: 0n })
  })
})

it('a disclosed hold refuses quote and request with 10008 and its reason, and what was requested before waits', async () => {
  const owner = await ready('notified')
  const before = await fixture.requested(owner, { amount: '5000', addressId: owner.addressId })
  const body = await fixture.prepare(owner, { amount: '100', addressId: owner.addressId })
  await hold(owner, true)
  const refused = { code: 10008, params: { reason: 'LEGAL_HOLD' } }
  expect(await fixture.quote(owner, { amount: '100', addressId: owner.addressId })).toMatchObject(refused)
  expect(await fixture.call('POST', 'user/withdrawal', body, { token: owner.token })).toMatchObject(refused)
  await pay()
  expect(await one(owner)).toMatchObject({ id: before.id, status: 'REVIEW' })
  expect((await fixture.balance(owner)).held).toBe(5_000_000_000n)
  await lift(owner, true)
  expect((await approvers.approve('sandbox-finance1', before.id)).code).toBe(200)
  await pay()
  expect(await one(owner)).toMatchObject({ status: 'COMPLETED' })
})

describe('laid between approval and payout', () => {
  it.each(['AUTO_OK', 'APPROVED'] as const)(
    'it stops what is %s, which goes on by itself once it is lifted',
    async (status) => {
      const owner = await ready(`between_${status}`)
      const { id } = await fixture.requested(owner, {
        amount: status === 'AUTO_OK' ? '100' : '20000',
        addressId: owner.addressId,
      })
      if (status === 'APPROVED')
        for (const name of ['sandbox-finance1', 'sandbox-finance2']) await approvers.approve(name, id)
      expect((await one(owner))?.status).toBe(status)
      await hold(owner)
      await pay()
      expect((await one(owner))?.status).toBe('REVIEW')
      expect(sentOf(id)).toEqual([])
      await lift(owner)
      await pay()
      expect((await one(owner))?.status).toBe('COMPLETED')
      expect(sentOf(id)).toHaveLength(1)
    },
  )

  /** A payout that stops after a step, as one that is killed there. */
  const until = async (step: PayoutStep): Promise<void> => {
    const stopped = new Error('stopped')
    const payout = createPayout({
      ...fixture.payoutDeps,
      passed(now) {
        if (now === step) throw stopped
      },
    })
    await payout.runOnce().catch((cause: unknown) => {
      if (cause !== stopped) throw cause
    })
  }

  it.each(payoutSteps)('after the step %s: what was not sent is not sent', async (step) => {
    const owner = await ready(`step_${step}`)
    const { id } = await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
    await until(step)
    const wasSent = sentOf(id).length
    await hold(owner)
    fixture.clock.advance(60_000)
    await pay()
    expect(sentOf(id)).toHaveLength(wasSent)
    // What the network has already stays, and is booked.
    expect((await one(owner))?.status === 'COMPLETED').toBe(wasSent === 1)
    await lift(owner)
    fixture.clock.advance(60_000)
    await pay()
    expect((await one(owner))?.status).toBe('COMPLETED')
    expect(sentOf(id)).toHaveLength(1)
  })
})

describe('laid at the same instant', () => {
  it('as the last approval and the payout: neither passes one that was first', async () => {
    const owner = await ready('last_word')
    const { id } = await fixture.requested(owner, { amount: '5000', addressId: owner.addressId })
    const { approval } = await approvers.view(id)
    const laying = new pg.Client({ connectionString: fixture.database.url() })
    await laying.connect()
    try {
      await laying.query('begin')
      await laying.query(await approvedHold(fixture.database, { customerId: owner.id }))
      const word = approvers.approve('sandbox-finance1', id, approval)
      const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%approve_withdrawal%'
        and datname = current_database()`
      await expect.poll(async () => (await fixture.database.asOwner(waits)).length).toBe(1)
      await laying.query('commit')
      expect((await word).code).toBe(10008)
    } finally {
      await laying.end()
    }
    await pay()
    expect((await one(owner))?.status).toBe('REVIEW')
  })

  it('as the payout takes it: the payout does not wait for the hold, and pays nothing', async () => {
    const owner = await ready('takes_it')
    const { id } = await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
    const laying = new pg.Client({ connectionString: fixture.database.url() })
    await laying.connect()
    try {
      await laying.query('begin')
      await laying.query('select from accounts.customers where id = $1 for update', [owner.id])
      await pay()
      expect((await one(owner))?.status).toBe('AUTO_OK')
      await laying.query(await approvedHold(fixture.database, { customerId: owner.id }))
      await laying.query('commit')
    } finally {
      await laying.end()
    }
    await pay()
    expect((await one(owner))?.status).toBe('REVIEW')
    expect(sentOf(id)).toEqual([])
  })
})
