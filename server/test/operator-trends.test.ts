import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople } from './fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

// The charts of the dashboard and the sum of the exposure, from records that the database's owner lays.

let whole: WholeProduct
beforeAll(async () => void (whole = await wholeProduct()), 60_000)
afterAll(() => whole.close())

const account = `(select account_id from accounts.customers where username = 'amy')`

const order = (input: { status: string; gain: number; ageMs: number }) =>
  whole.database.asOwner(
    `insert into options.orders (account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm, limit_time,
      accepted_at, seen_seq, feed_kind, batch_id, batch_index, status, gain, settled_at)
    values (${account}, $1, 1, 1, 1, 1, 10000000, 940000, 60, now(), 1, 'simulated', $1, 0, $2, $3, to_timestamp($4 / 1000.0))`,
    [randomUUID(), input.status, input.gain, Date.now() - input.ageMs],
  )

test('draw what the house won by day, what waits, and what open orders would cost', async () => {
  await order({ status: 'LOST', gain: -10_000_000, ageMs: dayMs })
  await order({ status: 'LOST', gain: -10_000_000, ageMs: dayMs })
  await order({ status: 'WON', gain: 9_400_000, ageMs: dayMs })
  await order({ status: 'LOST', gain: -10_000_000, ageMs: 40 * dayMs })
  await whole.database.asOwner(
    `insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, source, created_at, due_at)
    select $1, id, account_id, 1, 'TRC20', 'tron', 150000000, 'abcdef', $2, 'CLAIM', now() - interval '3 days', now() - interval '2 days'
    from accounts.customers where username = 'amy'`,
    [randomUUID(), 'cd'.repeat(32)],
  )
  const at = operatorPeople(whole.product.operators)
  const risk = await at.signIn('sandbox-risk')
  const { result } = await risk.get('trends')
  const yesterday = Math.floor(Date.now() / dayMs) * dayMs - dayMs
  expect(result.options).toEqual([{ day: yesterday, staked: '30.000000', result: '10.600000' }])
  const deposits = result.queues.find(({ name }: { name: string }) => name === 'deposits').days
  expect(deposits).toHaveLength(30)
  expect(deposits.slice(-4).map(({ open }: { open: number }) => open)).toEqual([1, 1, 1, 1])
  expect(deposits.at(-5)).toMatchObject({ open: 0, ended: 0 })
  expect(result.reserve).toEqual({ free: '1000000.000000', held: '0.000000' })
  // A role that may not see the money of the house sees none of it here.
  const support = await at.signIn('sandbox-support')
  expect(await support.get('trends')).toMatchObject({ code: 10008, params: { reason: 'ROLE' } })
})

test('what is open counts the dearer side of each instrument once, and both sides where all of them win', async () => {
  const open = (instrument: number, direction: number, stake: number) =>
    whole.database.asOwner(
      `insert into options.open_orders (account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm, limit_time,
        accepted_at, seen_seq, feed_kind, batch_id, batch_index, due_from, shard)
      values (${account}, $1, 2, 1, $2, $3, $4, 940000, 86400, now(), 1, 'simulated', $1, 0, now() + interval '1 day', 0)`,
      [randomUUID(), instrument, direction, stake],
    )
  await open(1, 1, 100_000_000)
  await open(1, -1, 50_000_000)
  await open(2, -1, 10_000_000)
  const risk = await operatorPeople(whole.product.operators).signIn('sandbox-risk')
  expect((await risk.get('exposure/total')).result).toMatchObject({
    open: 3,
    ifAllWin: '150.400000',
    worst: '103.400000',
    free: '1000000.000000',
  })
  expect((await risk.get('exposure/total?mode=virtual')).result).toMatchObject({ open: 0, ifAllWin: '0.000000' })
})

test('each role is shown the queues that it may open, and no count of the others', async () => {
  const at = operatorPeople(whole.product.operators)
  const names = (rows: { name: string }[]): string[] => rows.map(({ name }) => name).toSorted()
  const queuesOf = async (name: string): Promise<string[]> =>
    names((await (await at.signIn(name)).get('sla')).result.queues)
  expect(await queuesOf('sandbox-content')).toEqual([])
  expect(await queuesOf('sandbox-charity')).toEqual(['charityPayouts'])
  expect(await queuesOf('sandbox-superadmin')).toEqual(['requests'])
  const ofKyc = ['complaints', 'fundResets', 'identity', 'legalHolds', 'requests']
  expect(await queuesOf('sandbox-kyc')).toEqual(ofKyc)
  const money = ['charityPayouts', 'deposits', 'legalHolds', 'loans', 'repaymentPlans', 'requests', 'withdrawals']
  const finance = await at.signIn('sandbox-finance1')
  expect(names((await finance.get('sla')).result.queues)).toEqual(money)
  // The charts hold the same queues, as far as these are drawn.
  const drawn = names((await finance.get('trends')).result.queues)
  expect(drawn).toEqual(money.filter((name) => name !== 'legalHolds' && name !== 'requests'))
})

test('an alert of an overdue queue is shown to those who may open it, and to superadmins', async () => {
  const now = Date.now() / 1000
  for (const [kind, subject] of [
    ['queueOverdue', 'deposits'],
    ['feedLate', 'feed'],
  ])
    await whole.database.asOwner(
      `insert into operators.alerts (id, kind, subject, count, opened_at, found_at)
      values ($1, $2, $3, 7, to_timestamp($4), to_timestamp($4))`,
      [randomUUID(), kind, subject, now],
    )
  const at = operatorPeople(whole.product.operators)
  const alertsOf = async (name: string): Promise<string[]> =>
    (await (await at.signIn(name)).get('alerts')).result.flatMap(
      ({ subject, count }: { subject: string; count: number }) => (count === 7 ? subject : []),
    )
  expect(await alertsOf('sandbox-content')).toEqual(['feed'])
  expect(await alertsOf('sandbox-kyc')).toEqual(['feed'])
  for (const name of ['sandbox-finance1', 'sandbox-superadmin'])
    expect((await alertsOf(name)).toSorted()).toEqual(['deposits', 'feed'])
})

test('requests are counted for those who may read them', async () => {
  const at = operatorPeople(whole.product.operators)
  const openFor = async (name: string): Promise<number> =>
    (await (await at.signIn(name)).get('sla')).result.queues.find(
      ({ name: queue }: { name: string }) => queue === 'requests',
    ).open
  const roles = ['sandbox-finance2', 'sandbox-superadmin', 'sandbox-risk', 'sandbox-kyc']
  const before = await Promise.all(roles.map(openFor))
  const finance = await at.signIn('sandbox-finance1')
  const requested = {
    kind: 'reserve.topUp',
    id: randomUUID(),
    values: { account: 'reserve:options', asset: 'USDT', amount: '10' },
    reason: 'as the plan of the house requires',
  }
  const assertion = await finance.sign(requestPayload(requested, 'propose'))
  const { id, values, reason } = requested
  expect((await finance.post('reserves/topUp/propose', { id, reason, ...values, assertion })).code).toBe(200)
  const after = await Promise.all(roles.map(openFor))
  expect(after.map((open, index) => open - (before[index] ?? 0))).toEqual([1, 1, 0, 0])
})
