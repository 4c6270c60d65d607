import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvedHold } from '../../../test/fixtures/legal-holds.ts'
import { factorPeople } from '../../../test/fixtures/factor-customers.ts'
import { approversFixture } from '../../../test/fixtures/approvers.ts'
import { addresses, fundPassword, withdrawalsFixture, type Fixture } from '../../../test/fixtures/withdrawals.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await withdrawalsFixture()
})
afterAll(async () => {
  // Whatever came of the races, the books add up.
  expect(await fixture.broken()).toEqual([])
  await fixture.close()
})

/** Calls one of four processes: what they have in common is the database alone. */
const post = (body: object, token: string, key?: string, process = 0) =>
  fixture.call('POST', 'user/withdrawal', body, { token, process, ...(key === undefined ? {} : { key }) })

/** A customer whose second factor confirms again and again, so that each of many calls has what it needs. */
async function passkeyOwner(name: string) {
  const { withPasskey } = factorPeople(fixture.people)
  const { token, user, device } = await withPasskey(name)
  const accountId = (await fixture.accounts.find(user.id))?.accountId ?? 0n
  const owner = { token, id: user.id, email: user.email, accountId }
  const addAssertion = async (path: string, body: object) => {
    const requested = await fixture.call('POST', path, body, { token })
    const passkey = device.assert((requested.params as { challenge: never }).challenge)
    return { ...body, passkey }
  }
  const done = async (path: string, body: object) =>
    (await fixture.call('POST', path, await addAssertion(path, body), { token })).result as { id: string }
  await done('user/fundPassword/set', { fundPassword })
  return {
    owner,
    book: (coin: string, network: string, address: string) =>
      done('address/add', { coin, network, address, label: 'x', fundPassword }),
    /** What is sent to request a withdrawal, with a quote of its own. */
    async body(options: { method: string; amount: string; addressId: string }) {
      const { quoteId } = (await fixture.quote(owner, options)).result as { quoteId: string }
      return addAssertion('user/withdrawal', { ...options, fundPassword, quoteId })
    },
  }
}

async function passkeyRequest(name: string, amount: string) {
  const { owner, book, body } = await passkeyOwner(name)
  await fixture.fund(owner.accountId, 'USDT', '100')
  const { id: addressId } = await book('USDT', 'TRC20', addresses.TRC20[0])
  fixture.clock.advance(dayMs)
  return { owner, body: () => body({ method: 'USDT-TRC20', addressId, amount }) }
}

it('pays the last coin once when two are requested in the same millisecond', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { owner, body } = await passkeyRequest(`last${round}`, '100')
    const bodies = [await body(), await body()]
    const responses = await Promise.all(bodies.map((one, n) => post(one, owner.token, `k${n}`, n % 4)))
    expect(responses.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 10026])
    expect(await fixture.balance(owner)).toEqual({ free: 0n, held: 100_000_000n })
  }
})

it('lets exactly as many of fifty succeed as the balance carries', async () => {
  const { owner, body } = await passkeyRequest('fifty', '30')
  const bodies: object[] = []
  for (let n = 0; n < 50; n += 1) bodies.push(await body())
  const responses = await Promise.all(bodies.map((one, n) => post(one, owner.token, `key-${n}`, n % 4)))
  expect(responses.filter(({ code }) => code === 200)).toHaveLength(3)
  expect(responses.filter(({ code }) => code === 10026)).toHaveLength(47)
  expect(await fixture.balance(owner)).toEqual({ free: 10_000_000n, held: 90_000_000n })
})

it('lets none of twenty requests pass a legal hold that is applied with them', async () => {
  await approversFixture(fixture)
  const { owner, body } = await passkeyRequest('held', '10')
  await fixture.fund(owner.accountId, 'USDT', '400')
  const bodies: object[] = []
  for (let n = 0; n < 20; n += 1) bodies.push(await body())
  const lay = await approvedHold(fixture.database, { customerId: owner.id })
  const [responses] = await Promise.all([
    Promise.all(bodies.map((one, n) => post(one, owner.token, `held-${n}`, n % 4))),
    fixture.payout.runOnce(),
    fixture.database.asOwner(lay),
  ])
  expect(responses.map(({ code }) => code)).toEqual(bodies.map(() => 200))
  const sentBefore = fixture.sent().length
  for (let round = 0; round < 3; round += 1) {
    fixture.clock.advance(3000)
    await fixture.payout.runOnce()
  }
  expect(fixture.sent()).toHaveLength(sentBefore)
  const left = (await fixture.list(owner)).filter(({ status }) => status !== 'COMPLETED')
  expect(left.filter(({ status }) => !['REVIEW', 'PROCESSING'].includes(status))).toEqual([])
  expect((await fixture.balance(owner)).held).toBe(BigInt(left.length) * 10_000_000n)
})

it('counts together what two processes receive at once in two coins', async () => {
  const { owner, book, body } = await passkeyOwner('coins')
  await fixture.fund(owner.accountId, 'USDT', '5000')
  await fixture.fund(owner.accountId, 'BTC', '0.1')
  const usdt = await book('USDT', 'TRC20', addresses.TRC20[0])
  const bitcoin = await book('BTC', 'Bitcoin', addresses.Bitcoin[0])
  fixture.clock.advance(dayMs)
  const bodies = [
    await body({ method: 'USDT-TRC20', amount: '900', addressId: usdt.id }),
    await body({ method: 'BTC-Bitcoin', amount: '0.012', addressId: bitcoin.id }),
  ]
  // Nothing is written before both are on their way.
  const holding = new pg.Client({ connectionString: fixture.database.url() })
  await holding.connect()
  await holding.query('begin')
  await holding.query('lock table wallet.withdrawals in share mode')
  const requested = Promise.all(bodies.map((one, n) => post(one, owner.token, `coin-${n}`, n)))
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%request_withdrawal%'
    and datname = current_database()`
  await expect.poll(async () => (await fixture.database.asOwner(waits)).length).toBe(2)
  await holding.query('commit')
  await holding.end()
  const responses = (await requested) as { result: { status: string } }[]
  expect(responses.map(({ result }) => result.status).toSorted()).toEqual(['AUTO_OK', 'REJECTED'])
})

it('counts what came first though its process has a later moment', async () => {
  const { owner, book, body } = await passkeyOwner('late')
  await fixture.fund(owner.accountId, 'USDT', '5000')
  const { id: addressId } = await book('USDT', 'TRC20', addresses.TRC20[0])
  fixture.clock.advance(dayMs)
  const bodies = [await body({ method: 'USDT-TRC20', amount: '900', addressId })]
  bodies.push(await body({ method: 'USDT-TRC20', amount: '600', addressId }))
  const now = fixture.clock.now()
  fixture.clock.set(now + 1000)
  const first = await post(bodies[0] ?? {}, owner.token, 'late-0')
  fixture.clock.set(now)
  const second = await post(bodies[1] ?? {}, owner.token, 'late-1', 1)
  const statuses = [first, second].map(({ result }) => (result as { status: string }).status)
  expect(statuses).toEqual(['AUTO_OK', 'REJECTED'])
})

it('returns one withdrawal to fifty repeats of one key', async () => {
  const owner = await fixture.ready('repeats')
  const body = await fixture.prepare(owner, { amount: '40', addressId: owner.addressId })
  const responses = await Promise.all(Array.from({ length: 50 }, () => post(body, owner.token, 'same')))
  expect(new Set(responses.map(({ result }) => (result as { id: string }).id)).size).toBe(1)
  expect(await fixture.list(owner)).toHaveLength(1)
  expect((await post({ ...body, amount: '41' }, owner.token, 'same')).code).toBe(40028)
  expect((await post(body, owner.token)).code).toBe(40006)
})

it('makes one withdrawal of repeats that reach several processes', async () => {
  const owner = await fixture.ready('spread')
  const body = await fixture.prepare(owner, { amount: '40', addressId: owner.addressId })
  const responses = await Promise.all([0, 1, 2, 3].map((process) => post(body, owner.token, 'same', process)))
  expect(responses.some(({ code }) => code === 200)).toBe(true)
  const again = await Promise.all([0, 1, 2, 3].map((process) => post(body, owner.token, 'same', process)))
  expect(again.map(({ code }) => code)).toEqual([200, 200, 200, 200])
  expect(await fixture.list(owner)).toHaveLength(1)
})

it('takes a mailed code once, however many bring it', async () => {
  const owner = await fixture.ready('code')
  const first = await fixture.prepare(owner, { amount: '40', addressId: owner.addressId })
  const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => post(first, owner.token, `k${n}`, n % 4)))
  expect(responses.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(responses.filter(({ code }) => code !== 200).every(({ code }) => code === 40006 || code === 40036)).toBe(true)
  expect(await fixture.list(owner)).toHaveLength(1)
})

it('binds the code to the amount and the address that were quoted', async () => {
  const owner = await fixture.ready('bound')
  const one = await fixture.prepare(owner, { amount: '40', addressId: owner.addressId })
  const other = (await fixture.quote(owner, { amount: '4000', addressId: owner.addressId })).result as {
    quoteId: string
  }
  const response = await post({ ...one, amount: '4000', quoteId: other.quoteId }, owner.token)
  expect(response.code).toBe(40036)
  expect((await post(one, owner.token)).code).toBe(200)
})

it('requests the second factor where there is one, and takes no mailed code in its place', async () => {
  const { owner, body } = await passkeyRequest('factor', '30')
  const good = (await body()) as { quoteId: string; passkey: unknown }
  const { passkey, ...bare } = good
  const code = await fixture.codeOf(owner.email, { scene: 'withdraw', quoteId: good.quoteId }, owner.token)
  expect(await post({ ...bare, code }, owner.token)).toMatchObject({
    code: 40036,
    params: { accepts: ['passkey', 'recovery'] },
  })
  const another = (await body()) as object
  // Signed for another quote.
  expect((await post({ ...another, passkey }, owner.token)).code).toBe(40036)
  expect((await post(another, owner.token)).code).toBe(200)
})

it('is either taken back or paid, never both', async () => {
  for (let round = 0; round < 8; round += 1) {
    const owner = await fixture.ready(`either${round}`, { USDT: '100' })
    const requested = await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
    const [cancelled] = await Promise.all([
      fixture.call('POST', `user/withdrawal/${requested.id}/cancel`, {}, { token: owner.token }),
      fixture.payout.runOnce(),
    ])
    // What the database did not return in time is tried again.
    const end = async () => {
      fixture.clock.advance(3000)
      await fixture.payout.runOnce()
      return (await fixture.list(owner))[0]?.status
    }
    await expect.poll(end).toBe(cancelled.code === 200 ? 'CANCELLED' : 'COMPLETED')
    expect(await fixture.balance(owner)).toEqual({ free: cancelled.code === 200 ? 100_000_000n : 0n, held: 0n })
    expect(fixture.sent().filter(({ id }) => id === requested.id)).toHaveLength(cancelled.code === 200 ? 0 : 1)
  }
})
