import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvedHold } from '../../../test/fixtures/legal-holds.ts'
import { factorPeople } from '../../../test/fixtures/factor-customers.ts'
import { handApprovers } from '../../../test/fixtures/approvers.ts'
import { addresses, dayMs, fundPassword, handWithdrawals, type Hand } from '../../../test/fixtures/withdrawals.ts'

let hand: Hand
beforeAll(async () => {
  hand = await handWithdrawals()
})
afterAll(async () => {
  // Whatever came of the races, the books add up.
  expect(await hand.broken()).toEqual([])
  await hand.close()
})

/** Asks one of four processes: what they have in common is the database alone. */
const post = (body: object, token: string, key?: string, process = 0) =>
  hand.call('POST', 'user/withdrawal', body, { token, process, ...(key === undefined ? {} : { key }) })

/** A customer whose second factor confirms again and again, so that each of many calls has what it needs. */
async function passkeyOwner(name: string) {
  const { withPasskey } = factorPeople(hand.people)
  const { token, user, device } = await withPasskey(name)
  const accountId = (await hand.accounts.find(user.id))?.accountId ?? 0n
  const owner = { token, id: user.id, email: user.email, accountId }
  const answered = async (path: string, body: object) => {
    const asked = await hand.call('POST', path, body, { token })
    const passkey = device.answer((asked.params as { challenge: never }).challenge)
    return { ...body, passkey }
  }
  const done = async (path: string, body: object) =>
    (await hand.call('POST', path, await answered(path, body), { token })).result as { id: string }
  await done('user/fundPassword/set', { fundPassword })
  return {
    owner,
    book: (coin: string, network: string, address: string) =>
      done('address/add', { coin, network, address, label: 'x', fundPassword }),
    /** What is sent to ask for a withdrawal, with a quote of its own. */
    async body(options: { method: string; amount: string; addressId: string }) {
      const { quoteId } = (await hand.quote(owner, options)).result as { quoteId: string }
      return answered('user/withdrawal', { ...options, fundPassword, quoteId })
    },
  }
}

async function passkeyAsk(name: string, amount: string) {
  const { owner, book, body } = await passkeyOwner(name)
  await hand.fund(owner.accountId, 'USDT', '100')
  const { id: addressId } = await book('USDT', 'TRC20', addresses.TRC20[0])
  hand.clock.advance(dayMs)
  return { owner, body: () => body({ method: 'USDT-TRC20', addressId, amount }) }
}

it('pays the last coin once when two ask in the same millisecond', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { owner, body } = await passkeyAsk(`last${round}`, '100')
    const bodies = [await body(), await body()]
    const answers = await Promise.all(bodies.map((one, n) => post(one, owner.token, `k${n}`, n % 4)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 10026])
    expect(await hand.balance(owner)).toEqual({ free: 0n, held: 100_000_000n })
  }
})

it('lets exactly as many of fifty succeed as the balance carries', async () => {
  const { owner, body } = await passkeyAsk('fifty', '30')
  const bodies: object[] = []
  for (let n = 0; n < 50; n += 1) bodies.push(await body())
  const answers = await Promise.all(bodies.map((one, n) => post(one, owner.token, `key-${n}`, n % 4)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
  expect(answers.filter(({ code }) => code === 10026)).toHaveLength(47)
  expect(await hand.balance(owner)).toEqual({ free: 10_000_000n, held: 90_000_000n })
})

it('lets none of twenty asks pass a legal hold that is laid with them', async () => {
  await handApprovers(hand)
  const { owner, body } = await passkeyAsk('held', '10')
  await hand.fund(owner.accountId, 'USDT', '400')
  const bodies: object[] = []
  for (let n = 0; n < 20; n += 1) bodies.push(await body())
  const lay = await approvedHold(hand.database, { customerId: owner.id })
  const [answers] = await Promise.all([
    Promise.all(bodies.map((one, n) => post(one, owner.token, `held-${n}`, n % 4))),
    hand.payout.runOnce(),
    hand.database.asOwner(lay),
  ])
  expect(answers.map(({ code }) => code)).toEqual(bodies.map(() => 200))
  const sentBefore = hand.sent().length
  for (let round = 0; round < 3; round += 1) {
    hand.clock.advance(3000)
    await hand.payout.runOnce()
  }
  expect(hand.sent()).toHaveLength(sentBefore)
  const left = (await hand.list(owner)).filter(({ status }) => status !== 'COMPLETED')
  expect(left.filter(({ status }) => !['REVIEW', 'PROCESSING'].includes(status))).toEqual([])
  expect((await hand.balance(owner)).held).toBe(BigInt(left.length) * 10_000_000n)
})

it('counts together what two processes are asked for at once in two coins', async () => {
  const { owner, book, body } = await passkeyOwner('coins')
  await hand.fund(owner.accountId, 'USDT', '5000')
  await hand.fund(owner.accountId, 'BTC', '0.1')
  const usdt = await book('USDT', 'TRC20', addresses.TRC20[0])
  const bitcoin = await book('BTC', 'Bitcoin', addresses.Bitcoin[0])
  hand.clock.advance(dayMs)
  const bodies = [
    await body({ method: 'USDT-TRC20', amount: '900', addressId: usdt.id }),
    await body({ method: 'BTC-Bitcoin', amount: '0.012', addressId: bitcoin.id }),
  ]
  // Nothing is written before both are on their way.
  const holding = new pg.Client({ connectionString: hand.database.url() })
  await holding.connect()
  await holding.query('begin')
  await holding.query('lock table wallet.withdrawals in share mode')
  const asked = Promise.all(bodies.map((one, n) => post(one, owner.token, `coin-${n}`, n)))
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%request_withdrawal%'
    and datname = current_database()`
  await expect.poll(async () => (await hand.database.asOwner(waits)).length).toBe(2)
  await holding.query('commit')
  await holding.end()
  const answers = (await asked) as { result: { status: string } }[]
  expect(answers.map(({ result }) => result.status).toSorted()).toEqual(['AUTO_OK', 'REJECTED'])
})

it('counts what came first though its process has a later moment', async () => {
  const { owner, book, body } = await passkeyOwner('late')
  await hand.fund(owner.accountId, 'USDT', '5000')
  const { id: addressId } = await book('USDT', 'TRC20', addresses.TRC20[0])
  hand.clock.advance(dayMs)
  const bodies = [await body({ method: 'USDT-TRC20', amount: '900', addressId })]
  bodies.push(await body({ method: 'USDT-TRC20', amount: '600', addressId }))
  const now = hand.clock.now()
  hand.clock.set(now + 1000)
  const first = await post(bodies[0] ?? {}, owner.token, 'late-0')
  hand.clock.set(now)
  const second = await post(bodies[1] ?? {}, owner.token, 'late-1', 1)
  const statuses = [first, second].map(({ result }) => (result as { status: string }).status)
  expect(statuses).toEqual(['AUTO_OK', 'REJECTED'])
})

it('answers fifty repeats of one key with one withdrawal', async () => {
  const owner = await hand.ready('repeats')
  const body = await hand.prepare(owner, { amount: '40', addressId: owner.addressId })
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(body, owner.token, 'same')))
  expect(new Set(answers.map(({ result }) => (result as { id: string }).id)).size).toBe(1)
  expect(await hand.list(owner)).toHaveLength(1)
  expect((await post({ ...body, amount: '41' }, owner.token, 'same')).code).toBe(40028)
  expect((await post(body, owner.token)).code).toBe(40006)
})

it('makes one withdrawal of repeats that reach several processes', async () => {
  const owner = await hand.ready('spread')
  const body = await hand.prepare(owner, { amount: '40', addressId: owner.addressId })
  const answers = await Promise.all([0, 1, 2, 3].map((process) => post(body, owner.token, 'same', process)))
  expect(answers.some(({ code }) => code === 200)).toBe(true)
  const again = await Promise.all([0, 1, 2, 3].map((process) => post(body, owner.token, 'same', process)))
  expect(again.map(({ code }) => code)).toEqual([200, 200, 200, 200])
  expect(await hand.list(owner)).toHaveLength(1)
})

it('takes a mailed code once, however many bring it', async () => {
  const owner = await hand.ready('code')
  const first = await hand.prepare(owner, { amount: '40', addressId: owner.addressId })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => post(first, owner.token, `k${n}`, n % 4)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code !== 200).every(({ code }) => code === 40006 || code === 40036)).toBe(true)
  expect(await hand.list(owner)).toHaveLength(1)
})

it('binds the code to the amount and the address that were quoted', async () => {
  const owner = await hand.ready('bound')
  const one = await hand.prepare(owner, { amount: '40', addressId: owner.addressId })
  const other = (await hand.quote(owner, { amount: '4000', addressId: owner.addressId })).result as { quoteId: string }
  const answer = await post({ ...one, amount: '4000', quoteId: other.quoteId }, owner.token)
  expect(answer.code).toBe(40036)
  expect((await post(one, owner.token)).code).toBe(200)
})

it('asks for the second factor where there is one, and takes no mailed code in its place', async () => {
  const { owner, body } = await passkeyAsk('factor', '30')
  const good = (await body()) as { quoteId: string; passkey: unknown }
  const { passkey, ...bare } = good
  const code = await hand.codeOf(owner.email, { scene: 'withdraw', quoteId: good.quoteId }, owner.token)
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
    const owner = await hand.ready(`either${round}`, { USDT: '100' })
    const asked = await hand.asked(owner, { amount: '100', addressId: owner.addressId })
    const [cancelled] = await Promise.all([
      hand.call('POST', `user/withdrawal/${asked.id}/cancel`, {}, { token: owner.token }),
      hand.payout.runOnce(),
    ])
    hand.clock.advance(3000)
    await hand.payout.runOnce()
    const [end] = await hand.list(owner)
    expect(end?.status).toBe(cancelled.code === 200 ? 'CANCELLED' : 'COMPLETED')
    expect(await hand.balance(owner)).toEqual({ free: cancelled.code === 200 ? 100_000_000n : 0n, held: 0n })
    expect(hand.sent().filter(({ id }) => id === asked.id)).toHaveLength(cancelled.code === 200 ? 0 : 1)
  }
})
