import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalCodes, type RefusalKey } from '@evenhand/protocol/codes.ts'
import { cancelWithdrawal, withdraw, withdrawalRefusals } from '@evenhand/protocol/withdrawals.ts'
import { fundPassword, withdrawalsFixture, type Fixture, type Owner } from '../../../test/fixtures/withdrawals.ts'
import { codeMailOf } from '../../../test/fixtures/mailed-codes.ts'
import { goodPassword } from '../../../test/fixtures/customers.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let fixture: Fixture
let amy: Owner & { addressId: string }
beforeAll(async () => {
  fixture = await withdrawalsFixture()
  amy = await fixture.ready('amy', { USDT: '500' })
})
afterAll(() => fixture.close())

const post = (body: object, { token }: { token: string } = amy) =>
  fixture.call('POST', 'user/withdrawal', body, { token })

it('goes from the fund password to the chain by the rule alone', async () => {
  const requested = await fixture.requested(amy, { amount: '100', addressId: amy.addressId })
  expect(requested).toMatchObject({ amount: '100.000000', fee: '0.200000', netAmount: '99.800000', status: 'AUTO_OK' })
  expect(await fixture.balance(amy)).toEqual({ free: 400_000_000n, held: 100_000_000n })
  await fixture.payout.runOnce()
  expect((await fixture.list(amy))[0]).toMatchObject({ status: 'BROADCAST', cancellable: false })
  fixture.clock.advance(3000)
  await fixture.payout.runOnce()
  const [done] = await fixture.list(amy)
  expect(done).toMatchObject({ status: 'COMPLETED', txid: expect.stringMatching(/^sandbox-[0-9a-f]{64}$/) as string })
  const steps = ['REQUESTED', 'AUTO_OK', 'PROCESSING', 'BROADCAST', 'COMPLETED']
  expect(done?.steps.map(({ status }) => status)).toEqual(steps)
  expect(await fixture.balance(amy)).toEqual({ free: 400_000_000n, held: 0n })
  expect(fixture.sent()).toHaveLength(1)
  await fixture.steps.drain()
  const notified = fixture.notified
    .filter(({ params }) => params['withdrawalId'] === done?.id)
    .map(({ template }) => template)
  expect(notified).toEqual(['withdrawal.requested', 'withdrawal.broadcast', 'withdrawal.completed'])
  expect(fixture.notified.at(-1)?.params['address']).toBe('TR7NHq…gjLj6t')
  expect(await fixture.broken()).toEqual([])
})

describe('the closed list', () => {
  const closed = [10021, 10025, 10026, 30005, 40006, 40012, 40013, 40014, 40015, 40016, 40036]
  // Beside the list: shape of the amount, a key that was used for another request, and a legal hold that was disclosed.
  const shape: RefusalKey[] = ['amountWrong', 'keyReused', 'accountRestricted']

  it('is what the route may refuse with, and nothing else', () => {
    const codes = withdrawalRefusals.map((key) => refusalCodes[key as RefusalKey])
    expect(codes.toSorted((a, b) => a - b)).toEqual(closed)
    expect(withdraw.refusals.filter((key) => !shape.includes(key))).toEqual([...withdrawalRefusals])
    expect(cancelWithdrawal.refusals).toEqual(['notFound'])
  })

  // A result or a refusal that its route does not declare fails the call here (`strict`), so every test below proves it too.
  it.each([
    ['no method', { method: '' }, 10025],
    ['an unknown method', { method: 'USDT-Solana' }, 10025],
    ['no address', { addressId: '' }, 10021],
    ['an address of another network', { method: 'USDT-ERC20' }, 10021],
    ['less than the minimum', { amount: '9.999999' }, 30005],
    ['more than there is', { amount: '400.000001' }, 10026],
    ['an amount of too many decimals', { amount: '10.0000001' }, 10016],
    ['nothing', { amount: '0' }, 10016],
    ['an exponent', { amount: '1e2' }, 10016],
    ['another amount than quoted', { amount: '31' }, 40006],
    ['an unknown quote', { quoteId: 'x' }, 40006],
    ['a wrong fund password', { fundPassword: '593018' }, 40013],
    ['no code', { code: undefined }, 40036],
    ['a wrong code', { code: '000000' }, 40036],
    ['a status of its own', { status: 'APPROVED' }, 40020],
    ['a fee of its own', { fee: '0' }, 40020],
  ])('%s', async (_, more, code) => {
    const body = await fixture.prepare(amy, { amount: '30', addressId: amy.addressId })
    const before = await fixture.balance(amy)
    expect((await post({ ...body, ...more })).code).toBe(code)
    expect(await fixture.balance(amy)).toEqual(before)
  })

  it('names the step of the coin and the most there can be for whatever is no amount', async () => {
    const body = await fixture.prepare(amy, { amount: '30', addressId: amy.addressId })
    for (const amount of ['1e2', '-5', '30,5', '10.0000001', '0', '٣'])
      expect(await post({ ...body, amount }), amount).toMatchObject({
        code: 10016,
        params: { step: '0.000001', max: '100000000000' },
      })
  })

  it('names the new quote beside the old', async () => {
    const body = await fixture.prepare(amy, { amount: '30', addressId: amy.addressId })
    fixture.clock.advance(5 * 60_000)
    const response = await post(body)
    expect(response).toMatchObject({ code: 40006, params: { quote: { fee: '0.060000', net: '29.940000' } } })
    const { quoteId } = (response.params as unknown as { quote: { quoteId: string } }).quote
    const code = await fixture.codeOf(amy.email, { scene: 'withdraw', quoteId }, amy.token)
    expect((await post({ ...body, quoteId, code })).code).toBe(200)
  })

  it('holds on the virtual account too: it has none', async () => {
    const { token } = amy
    expect((await fixture.call('POST', 'user/withdrawal', {}, { token, mode: 'YES' })).code).toBe(40012)
    expect((await fixture.call('POST', 'user/withdrawal', {}, {})).code).toBe(401)
  })
})

it('lets the whole balance leave below the minimum, and nothing else below it', async () => {
  const small = await fixture.ready('small', { USDT: '5' })
  expect((await fixture.quote(small, { amount: '4.9', addressId: small.addressId })).code).toBe(30005)
  const all = await fixture.requested(small, { amount: '5', addressId: small.addressId })
  expect(all).toMatchObject({ status: 'AUTO_OK', fee: '0.010000', netAmount: '4.990000' })
  const dust = await fixture.ready('dust', { USDT: '0.000001' })
  expect(await fixture.requested(dust, { amount: '0.000001', addressId: dust.addressId })).toMatchObject({
    netAmount: '0.000001',
  })
})

it('reports what can leave at most, and what bounds it', async () => {
  const max = async (owner: Owner, method = 'USDT-TRC20') =>
    (await fixture.call('GET', `user/withdrawal/max?method=${method}`, undefined, { token: owner.token })).result
  const few = await fixture.customer('few', { USDT: '40', BTC: '1' })
  expect(await max(few)).toMatchObject({ max: '40.000000', fee: '0.080000', net: '39.920000', boundBy: 'BALANCE' })
  // 1 000 USDT at 60 000 a coin.
  expect(await max(few, 'BTC-Bitcoin')).toMatchObject({
    max: '0.01666666',
    boundBy: 'KYC_LIMIT',
    limit: { used: '0.000000' },
  })
  fixture.prices.btc = null
  expect(await max(few, 'BTC-Bitcoin')).toMatchObject({ max: '1.00000000', boundBy: 'BALANCE' })
  fixture.prices.btc = 60_000_000_000n
})

it('rejects at once what is beyond the limit of a day, gives it back, and reports what may leave', async () => {
  const rich = await fixture.ready('rich', { USDT: '5000' })
  const over = await fixture.requested(rich, { amount: '1000.000001', addressId: rich.addressId })
  expect(over).toMatchObject({ status: 'REJECTED', reasonCode: 'KYC_LIMIT', allowed: '1000.000000' })
  expect(over.steps.map(({ status }) => status)).toEqual(['REQUESTED', 'REVIEW', 'REJECTED'])
  expect(await fixture.balance(rich)).toEqual({ free: 5_000_000_000n, held: 0n })
  expect(await fixture.requested(rich, { amount: '900', addressId: rich.addressId })).toMatchObject({
    status: 'AUTO_OK',
  })
  expect(await fixture.requested(rich, { amount: '100.5', addressId: rich.addressId })).toMatchObject({
    allowed: '100.000000',
  })
  fixture.clock.advance(dayMs)
  expect(await fixture.requested(rich, { amount: '1000', addressId: rich.addressId })).toMatchObject({
    status: 'AUTO_OK',
  })
  // The mail with its code states what it confirms, as every mail writes an amount.
  const mail = codeMailOf(fixture.people.mailbox.list(rich.email), 'withdraw')
  expect(mail?.text).toContain('1,000.00\u00a0USDT − 2.00\u00a0USDT = 998.00\u00a0USDT')
})

it('needs persons by the sum of a day, and two where no fresh price values it', async () => {
  const whale = await fixture.ready('whale', { USDT: '60000' })
  await fixture.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [whale.id])
  const needed = async (id: string) =>
    (
      await fixture.database.asOwner('select status, approvals_needed as n from wallet.withdrawals where id = $1', [id])
    )[0]
  const request = async (amount: string) =>
    needed((await fixture.requested(whale, { amount, addressId: whale.addressId })).id)
  expect(await request('600')).toEqual({ status: 'AUTO_OK', n: 0 })
  expect(await request('400.000001')).toEqual({ status: 'REVIEW', n: 1 })
  expect(await request('9000')).toEqual({ status: 'REVIEW', n: 2 })
  const coins = await fixture.ready('coins', { BTC: '0.1' }, 'Bitcoin')
  fixture.prices.btc = null
  const unknown = await fixture.requested(coins, { method: 'BTC-Bitcoin', amount: '0.001', addressId: coins.addressId })
  expect(await needed(unknown.id)).toEqual({ status: 'REVIEW', n: 2 })
  fixture.prices.btc = 60_000_000_000n
})

it('lets money go back to where a deposit came from, free of the limit and up to the deposit', async () => {
  const back = await fixture.ready('back', { USDT: '5000' })
  await fixture.database.asOwner(
    `insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, status, created_at,
       due_at, decided_at, credited, source, entry)
     select gen_random_uuid(), $1, $2, 1, 'TRC20', 'tron', 3000000000, 'gjLj6t', repeat('a', 64), 'CREDITED', now(), now(), now(),
       3000000000, 'OPERATOR', (select max(seq) from ledger.entries where owner = $2)`,
    [back.id, back.accountId],
  )
  const first = await fixture.requested(back, { amount: '2500', addressId: back.addressId })
  expect(first.status).toBe('REVIEW')
  // Beyond the deposit it counts against the limit like any other.
  expect((await fixture.requested(back, { amount: '500.000001', addressId: back.addressId })).status).toBe('REVIEW')
  expect(await fixture.requested(back, { amount: '600', addressId: back.addressId })).toMatchObject({
    reasonCode: 'KYC_LIMIT',
  })
})

it('knows the address that a deposit came from in whatever letters it was written down', async () => {
  const back = await fixture.ready('letters', { USDT: '5000' }, 'ERC20')
  const { addressId } = back
  const written = async (sender: string | null, last6: string) =>
    fixture.database.asOwner(
      `insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, from_address, tx_hash,
         status, created_at, due_at, decided_at, credited, source, entry)
       select gen_random_uuid(), $1, $2, 1, 'ERC20', 'ethereum', 1500000000, $3, $4, '0x' || repeat('b', 63) || $5, 'CREDITED',
         now(), now(), now(), 1500000000, 'OPERATOR', (select max(seq) from ledger.entries where owner = $2)`,
      [back.id, back.accountId, last6, sender, sender === null ? '1' : '2'],
    )
  const [row] = await fixture.database.asOwner('select address from wallet.addresses where id = $1', [addressId])
  const address = (row as { address: string }).address.toLowerCase()
  await written(null, address.slice(-6))
  await written(address, address.slice(-6))
  // Both deposits go back, and the limit of a day is still whole.
  expect(
    (await fixture.requested(back, { method: 'USDT-ERC20', amount: '3000', addressId })).reasonCode,
  ).toBeUndefined()
  expect(
    (await fixture.requested(back, { method: 'USDT-ERC20', amount: '1000', addressId })).reasonCode,
  ).toBeUndefined()
})

it('lets new addresses wait a day after a change of what protects the account, and others go on', async () => {
  const dora = await fixture.ready('dora')
  await fixture.requested(dora, { amount: '20', addressId: dora.addressId })
  await fixture.payout.runOnce()
  fixture.clock.advance(3000)
  await fixture.payout.runOnce()
  const fresh = await fixture.address(dora, 'TRC20', 1)
  fixture.clock.advance(dayMs)
  await fixture.prove(dora.token)
  const change = { old: fundPassword, new: '719305' }
  expect((await fixture.call('POST', 'user/fundPassword/change', change, { token: dora.token })).code).toBe(200)
  const activeAt = fixture.clock.now() + dayMs
  expect(await fixture.quote(dora, { amount: '20', addressId: fresh })).toMatchObject({
    code: 40016,
    params: { activeAt },
  })
  const book = (await fixture.call('GET', 'address/list', {}, { token: dora.token })).result
  expect(book).toEqual([
    expect.objectContaining({ id: fresh, status: 'COOLING', activeAt }),
    expect.objectContaining({ id: dora.addressId, status: 'ACTIVE' }),
  ])
  const known = { amount: '20', addressId: dora.addressId, body: { fundPassword: '719305' } }
  expect((await fixture.requested(dora, known)).status).toBe('AUTO_OK')
  const passwords = { old: goodPassword, new: 'another horse battery', confirm: 'another horse battery' }
  const renewed = await fixture.people.post('user/repassword', passwords, { token: dora.token })
  const token = (renewed.result as { token: string }).token
  fixture.clock.advance(dayMs - 60_000)
  expect((await fixture.quote({ token }, { amount: '20', addressId: fresh })).code).toBe(40016)
  fixture.clock.advance(60_000 + 60_000)
  expect((await fixture.quote({ token }, { amount: '20', addressId: fresh })).code).toBe(200)
})

it('gives the money back at once when its customer takes it back, and notifies when it is late', async () => {
  const late = await fixture.ready('late')
  const requested = await fixture.requested(late, { amount: '100', addressId: late.addressId })
  const cancel = (owner: Owner) =>
    fixture.call('POST', `user/withdrawal/${requested.id}/cancel`, {}, { token: owner.token })
  expect((await cancel(amy)).code).toBe(40039)
  fixture.clock.advance(dayMs)
  await fixture.withdrawals.runOnce()
  expect((await fixture.list(late))[0]).toMatchObject({ overdue: true, dueAt: requested.dueAt })
  await fixture.steps.drain()
  const notified = fixture.notified
    .filter(({ accountId }) => accountId === late.accountId)
    .map(({ template }) => template)
  expect(notified).toContain('withdrawal.overdue')
  expect(await cancel(late)).toMatchObject({ code: 200, notice: 20005, result: { status: 'CANCELLED' } })
  expect((await cancel(late)).code).toBe(200)
  expect(await fixture.balance(late)).toEqual({ free: 5_000_000_000n, held: 0n })
  await fixture.payout.runOnce()
  expect((await fixture.list(late))[0]?.status).toBe('CANCELLED')
})
