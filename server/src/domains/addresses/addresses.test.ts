import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addresses,
  fundPassword,
  withdrawalsFixture,
  type Fixture,
  type Owner,
} from '../../../test/fixtures/withdrawals.ts'
import { codeMailOf, mailAbout } from '../../../test/fixtures/mailed-codes.ts'
import { publishedNotices, rolledBackAtCommit } from '../../../test/fixtures/published-notices.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let fixture: Fixture
let amy: Owner
beforeAll(async () => {
  fixture = await withdrawalsFixture()
  amy = await fixture.customer('amy', { USDT: '500' })
  await fixture.setFundPassword(amy)
})
afterAll(() => fixture.close())

const post = (path: string, body: object, { token }: { token: string } = amy) =>
  fixture.call('POST', path, body, { token })
const list = async ({ token }: { token: string } = amy) =>
  (await fixture.call('GET', 'address/list', undefined, { token })).result as {
    id: string
    status: string
    address: string
  }[]
const tron = addresses.TRC20[0]
const body = { coin: 'USDT', network: 'TRC20', address: tron, label: 'Exchange', fundPassword }

it('keeps one by fund password and a code for this very address, and lets it wait a day', async () => {
  expect((await post('address/add', body)).code).toBe(40036)
  const code = await fixture.codeOf(amy.email, { scene: 'address', quoteId: tron }, amy.token)
  const other = { ...body, address: addresses.TRC20[1], code }
  expect((await post('address/add', other)).code).toBe(10091)
  expect((await post('address/add', { ...body, code, fundPassword: '593018' })).code).toBe(40013)
  const added = await post('address/add', { ...body, code })
  expect(added).toMatchObject({
    code: 200,
    notice: 20005,
    result: { status: 'COOLING', activeAt: fixture.clock.now() + dayMs },
  })
  expect((await post('address/add', { ...body, code })).params).toEqual({
    fields: [{ field: 'address', reason: 'known' }],
  })
  const { id } = added.result as { id: string }
  expect(await fixture.quote(amy, { amount: '50', addressId: id })).toMatchObject({
    code: 40016,
    params: { activeAt: fixture.clock.now() + dayMs },
  })
  fixture.clock.advance(dayMs - 1)
  expect((await fixture.quote(amy, { amount: '50', addressId: id })).code).toBe(40016)
  fixture.clock.advance(1)
  expect((await list())[0]?.status).toBe('ACTIVE')
  expect((await fixture.quote(amy, { amount: '50', addressId: id })).code).toBe(200)
  await fixture.people.auth.idle()
  // A thief adds an address first: the mail has the link that freezes the account.
  expect(mailAbout(fixture.people.mailbox.list(amy.email), 'New withdrawal address: TRC20').text).toMatch(
    /\/pass\/freeze\?token=/,
  )
  await fixture.addresses.activate()
  expect(fixture.notified.map(({ template }) => template)).toEqual(
    expect.arrayContaining(['fundpwd.changed', 'address.added', 'address.active']),
  )
})

it('refuses what is no address of the network, and a way that does not exist', async () => {
  const reason = async (more: object) => (await post('address/add', { ...body, ...more })).params
  expect(await reason({ address: `${tron.slice(0, -1)}u` })).toEqual({
    fields: [{ field: 'address', reason: 'checksum' }],
  })
  expect(await reason({ coin: 'BTC' })).toEqual({ fields: [{ field: 'network', reason: 'malformed' }] })
  expect((await post('address/add', { ...body, label: 'x'.repeat(31) })).code).toBe(40020)
  expect((await post('address/add', { ...body, label: 'a\u202Eb' })).code).toBe(40020)
  expect((await post('address/add', { ...body, status: 'ACTIVE' })).code).toBe(40020)
})

it('takes a changed address as a new one, which waits again', async () => {
  const [old] = await list()
  const address = addresses.TRC20[1]
  const code = await fixture.codeOf(amy.email, { scene: 'address', quoteId: address }, amy.token)
  const updated = await post('address/update', { id: old?.id, ...body, address, code })
  expect(updated).toMatchObject({ code: 200, result: { address, status: 'COOLING' } })
  expect((await list()).map((one) => one.address)).toEqual([address])
  expect((await fixture.quote(amy, { amount: '50', addressId: old?.id ?? '' })).code).toBe(10021)
})

it('is its customer’s alone', async () => {
  const ben = await fixture.customer('ben', { USDT: '500' })
  await fixture.setFundPassword(ben)
  const [own] = await list()
  fixture.clock.advance(dayMs)
  expect(await list(ben)).toEqual([])
  expect((await fixture.quote(ben, { amount: '50', addressId: own?.id ?? '' })).code).toBe(10021)
  expect((await fixture.call('DELETE', `address/delete/${own?.id}`, undefined, { token: ben.token })).code).toBe(40039)
  const update = { id: own?.id, ...body, code: '123456' }
  expect((await post('address/update', update, ben)).code).toBe(40039)
  expect(await list()).toHaveLength(1)
})

it('cannot be changed in the database, by no role', async () => {
  const [own] = await list()
  for (const change of ["address = 'TXYZ'", "active_at = now() - interval '9 days'", "label = 'x'"])
    await expect(
      fixture.database.asOwner(`update wallet.addresses set ${change} where id = $1`, [own?.id]),
    ).rejects.toThrow('an address never changes')
})

it('closes the book at once and opens it a day after that was requested', async () => {
  const put = (request: object) => fixture.call('PUT', 'user/whitelistMode', request, { token: amy.token })
  expect((await put({ on: true })).result).toEqual({ on: true, offAt: null })
  expect(await post('address/add', { ...body, code: '123456' })).toMatchObject({
    code: 10008,
    params: { reason: 'WHITELIST_MODE' },
  })
  fixture.clock.advance(11 * 60_000)
  expect((await put({ on: false, fundPassword })).code).toBe(40036)
  await fixture.prove(amy.token)
  expect((await put({ on: false })).code).toBe(40020)
  const offAt = fixture.clock.now() + dayMs
  expect((await put({ on: false, fundPassword })).result).toEqual({ on: true, offAt })
  fixture.clock.advance(dayMs - 1)
  expect((await post('address/add', { ...body, code: '123456' })).code).toBe(10008)
  fixture.clock.advance(1)
  expect((await post('address/add', { ...body, code: '123456' })).code).toBe(10091)
  expect((await fixture.call('GET', 'user/whitelistMode', undefined, { token: amy.token })).result).toEqual({
    on: false,
    offAt: null,
  })
})

it('keeps twenty at most, however many are added at once', async () => {
  const cara = await fixture.customer('cara')
  await fixture.setFundPassword(cara)
  const insert = `insert into wallet.addresses (id, customer_id, coin, network, address, label, created_at, active_at)
    select gen_random_uuid(), $1, 'USDT', 'TRC20', 'T' || n || repeat('x', 20), 'n', now(), now() + interval '1 day' from generate_series(1, 19) n`
  await fixture.database.asOwner(insert, [cara.id])
  const twice = ['ERC20', 'TRC20'] as const
  const added = await Promise.all(
    twice.map(async (network) => {
      const address = addresses[network][0]
      return post('address/add', { ...body, network, address, code: '000000' }, cara)
    }),
  )
  expect(added.map(({ code }) => code)).toEqual([10091, 10091])
  await fixture.address(cara, 'ERC20')
  expect((await post('address/add', { ...body, code: '000000' }, cara)).params).toEqual({
    fields: [{ field: 'address', reason: 'tooMany' }],
  })
})

it('takes the code that was mailed for an address as it was typed, and keeps its one spelling', async () => {
  const [checked] = addresses.ERC20
  const typed = checked.toLowerCase()
  const ben = await fixture.customer('benwhotypes')
  await fixture.setFundPassword(ben)
  const code = await fixture.codeOf(ben.email, { scene: 'address', quoteId: typed }, ben.token)
  expect(codeMailOf(fixture.people.mailbox.list(ben.email), 'address')?.text).toContain(checked)
  const requested = { ...body, network: 'ERC20', address: typed, code }
  expect(await post('address/add', requested, ben)).toMatchObject({ code: 200, result: { address: checked } })
})

it('confirms an address with its memo by a code for both, and for neither with another', async () => {
  const owner = await fixture.customer('memoed')
  await fixture.setFundPassword(owner)
  const [address] = addresses.ERC20
  const requested = { ...body, network: 'ERC20', address }
  const codeFor = (quoteId: string) => fixture.codeOf(owner.email, { scene: 'address', quoteId }, owner.token)
  const plain = await codeFor(address)
  expect((await post('address/add', { ...requested, memo: '104 77', code: plain }, owner)).code).toBe(10091)
  const code = await codeFor(`${address} 104 77`)
  expect(codeMailOf(fixture.people.mailbox.list(owner.email), 'address')?.text).toContain('104 77')
  for (const memo of ['10477', '104 78', undefined])
    expect((await post('address/add', { ...requested, memo, code }, owner)).code).toBe(10091)
  expect(await post('address/add', { ...requested, memo: '104 77', code }, owner)).toMatchObject({
    code: 200,
    result: { address, memo: '104 77' },
  })
})

it('an address and its notice are committed together, once, or neither is; and so is its activation', async () => {
  const eve = await fixture.customer('eve')
  await fixture.setFundPassword(eve)
  const own = async () => (await list(eve)).map(({ status }) => status)
  const published = async (template: string): Promise<string[]> =>
    (await publishedNotices(fixture.database, { template }))
      .filter(({ accountId }) => accountId === String(eve.accountId))
      .map(({ ref }) => ref)
  await rolledBackAtCommit(fixture.database, async () => {
    await expect(fixture.address(eve)).rejects.toThrow('no address')
  })
  expect(await own()).toEqual([])
  const id = await fixture.address(eve)
  expect(await published('address.added')).toEqual([id])
  fixture.clock.advance(dayMs)
  await rolledBackAtCommit(fixture.database, async () => {
    await expect(fixture.addresses.activate()).rejects.toThrow('rolled back at commit')
  })
  expect(await published('address.active')).toEqual([])
  // Every process polls at once: one of them publishes it.
  await Promise.all(Array.from({ length: 20 }, () => fixture.addresses.activate()))
  expect(await published('address.active')).toEqual([id])
  expect(await own()).toEqual(['ACTIVE'])
})
