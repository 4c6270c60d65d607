import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { refuse } from '../src/kernel/http/refusal.ts'
import { collectiblesFixture } from './fixtures/collectibles.ts'
import { switchResale } from './fixtures/resale.ts'

// Owners sell works to each other: who pays what to whom, who owns it after, and what is refused.

/** Customers under a hold that they know of, as the policies report it. */
const held = new Set<string>()
const unchained = (): Promise<never> => Promise.reject(new Error('no chain here'))
const rig = await collectiblesFixture({
  tokens: {
    name: 'Testchain',
    isSandbox: true,
    contract: `0x${'c'.repeat(40)}`,
    addressOn: (text) => (/^0x[0-9a-f]{40}$/.test(text) ? text : undefined),
    open: unchained,
  },
  mayLeave: async (customerId) => {
    if (held.has(customerId)) throw refuse('accountRestricted', { reason: 'LEGAL_HOLD' })
  },
})
const { database, customer, offer, one, usdtOf, findings, charity, notices, give } = rig
const beside = rig.serveBeside()
type Customer = Awaited<ReturnType<typeof customer>>

beforeAll(() => switchResale(database, true))
afterAll(() => rig.close())
// Whatever happened: every entry and hold has its cause, as the role `console` reads it, and the rows are what the records come to.
afterEach(async () => expect(await findings()).toEqual([]))

const whole = (units: bigint) => Number(units) / 1_000_000
const free = async ({ accountId }: Customer, asset?: 'USDT.loan') => whole((await usdtOf(accountId, asset)).free)
const offerAt = (seller: Customer, nftId: string, price: string, index = 0) =>
  seller.post('nft/offer', { nftId, price }, { index })
const buy = (buyer: Customer, nftId: string, price: string, more: object = {}, index = 0) =>
  buyer.post('nft/buyResale', { nftId, price, ...more }, { index })
const withdraw = (seller: Customer, nftId: string, index = 0) => seller.post('nft/withdrawOffer', { nftId }, { index })
const charityHas = async () => whole((await usdtOf(charity.accountId)).free)

/** A work that this customer bought at its price. */
async function ownedBy(owner: Customer, price = '100'): Promise<string> {
  const id = await offer({ startPrice: null, price })
  expect((await owner.buy(id, price)).code).toBe(200)
  return id
}

it('sells a work for another owner: a tenth to the charity, the rest to the seller, nothing to the platform', async () => {
  const [amy, ben] = [await customer(), await customer()]
  const id = await ownedBy(amy)
  const before = await charityHas()
  const offered = await offerAt(amy, id, '250.5')
  expect(offered).toMatchObject({
    code: 200,
    result: {
      resaleBlock: 'OFFERED',
      resale: { price: '250.500000', royalty: '25.050000', royaltyShare: '10', proceeds: '225.450000' },
    },
  })
  expect(await one(id)).toMatchObject({ status: 'SOLD', transfers: 1, resale: { price: '250.500000' } })
  const listed = await ben.get('index/listNft?resale=true')
  expect((listed.result as { id: string }[]).map((row) => row.id)).toEqual([id])

  const bought = await buy(ben, id, '250.5')
  expect(bought).toMatchObject({
    code: 200,
    result: {
      transfer: 2,
      paid: '250.500000',
      donated: '25.050000',
      resale: null,
      ownerMasked: 'T2',
      resaleBlock: null,
    },
  })
  expect([await free(amy), await free(ben)]).toEqual([10_000 - 100 + 225.45, 10_000 - 250.5])
  expect((await charityHas()) - before).toBeCloseTo(25.05, 6)
  expect(await one(id)).toMatchObject({ transfers: 2, cumulativeDonation: '125.050000', soldPrice: '100.000000' })
  expect((await amy.get('user/listNft')).result).toEqual([])
  expect((await amy.get('user/listNftOffers')).result).toMatchObject([{ nftId: id, status: 'SOLD' }])
  expect(notices.slice(-2)).toMatchObject([
    {
      accountId: amy.accountId,
      template: 'nft.sold',
      params: { amount: '250.500000', royalty: '25.050000', proceeds: '225.450000' },
    },
    { accountId: ben.accountId, template: 'nft.bought', params: { amount: '250.500000', royalty: '25.050000' } },
  ])
  const transfers = (await ben.get(`nft/${id}/transfers`)).result
  expect(transfers).toMatchObject([
    { no: 2, origin: 'RESALE', price: '250.500000', donated: '25.050000', isOwner: true, payoutStatus: 'DUE' },
    { no: 1, origin: 'SALE', price: '100.000000', donated: '100.000000', isOwner: false },
  ])
  // No page names its owners.
  expect(JSON.stringify(transfers)).not.toMatch(/u\d|account|customer/)
  const page = (await ben.get(`charity/${charity.id}`)).result as { sold: { nftId: string }[]; royalties: string }
  expect(page.royalties).toBe('25.050000')
  expect(page.sold.filter(({ nftId }) => nftId === id)).toMatchObject([
    { origin: 'RESALE', transfer: 2, price: '250.500000', donated: '25.050000', fee: '0.000000' },
    { origin: 'SALE', transfer: 1, price: '100.000000', donated: '100.000000' },
  ])
  // Its new owner sells it on, also back to who had it before.
  expect((await offerAt(ben, id, '10')).code).toBe(200)
  expect((await buy(amy, id, '10')).result).toMatchObject({ transfer: 3, ownerMasked: 'T3' })
  expect(await one(id)).toMatchObject({ cumulativeDonation: '126.050000' })
})

it('refuses what may not be offered, bought or taken back', async () => {
  const [amy, ben] = [await customer(), await customer(50)]
  const id = await ownedBy(amy)
  expect((await offerAt(ben, id, '10')).code).toBe(40039)
  expect((await withdraw(ben, id)).code).toBe(40039)
  expect((await withdraw(amy, id)).code).toBe(10020)
  for (const price of ['0', '0.001', '1.005']) expect((await offerAt(amy, id, price)).code).toBe(10016)
  expect((await buy(ben, id, '10')).code).toBe(10020)
  expect((await offerAt(amy, id, '40')).code).toBe(200)
  expect(await offerAt(amy, id, '30')).toMatchObject({ code: 10020, params: { why: 'OFFERED' } })
  expect(await buy(amy, id, '40')).toMatchObject({ code: 10020, params: { why: 'OWN' } })
  expect(await buy(ben, id, '39')).toMatchObject({ code: 40006, params: { price: '40.000000' } })
  expect((await ben.post('nft/buyResale', { nftId: id, price: '40' }, { virtually: 'YES' })).code).toBe(40012)
  expect((await amy.post('nft/offer', { nftId: id, price: '40' }, { virtually: 'YES' })).code).toBe(40012)
  expect((await amy.post('nft/withdrawOffer', { nftId: id }, { virtually: 'YES' })).code).toBe(40012)
  // Another price is another offer.
  expect((await withdraw(amy, id)).result).toMatchObject({ resale: null, resaleBlock: null })
  expect((await withdraw(amy, id)).code).toBe(10020)
  expect((await buy(ben, id, '40')).code).toBe(10020)
  expect((await offerAt(amy, id, '51')).code).toBe(200)
  expect((await buy(ben, id, '51')).code).toBe(10011)
  expect(await free(ben)).toBe(50)
})

it('takes loan money as a first sale does, and gives the seller USDT', async () => {
  const [amy, ben] = [await customer(), await customer(0)]
  await give(ben.accountId, 300_000_000n, 'USDT.loan')
  const id = await ownedBy(amy)
  await offerAt(amy, id, '200')
  expect((await buy(ben, id, '200')).code).toBe(10011)
  expect((await buy(ben, id, '200', { funds: 'LOAN' })).result).toMatchObject({ funds: 'LOAN', donated: '20.000000' })
  expect([await free(ben, 'USDT.loan'), await free(ben), await free(amy)]).toEqual([100, 0, 10_080])
})

it('returns to a repeated key what came of it, and refuses it for another request', async () => {
  const [amy, ben] = [await customer(), await customer()]
  const id = await ownedBy(amy)
  const again = { key: 'one' }
  for (let n = 0; n < 2; n += 1) expect((await amy.post('nft/offer', { nftId: id, price: '20' }, again)).code).toBe(200)
  expect((await amy.post('nft/offer', { nftId: id, price: '21' }, again)).code).toBe(40028)
  for (let n = 0; n < 2; n += 1)
    expect((await ben.post('nft/buyResale', { nftId: id, price: '20' }, again)).code).toBe(200)
  expect(await free(ben)).toBe(9_980)
})

it('of twenty buyers at once over two processes one owns it and pays once', async () => {
  const amy = await customer()
  const id = await ownedBy(amy)
  const buyers = await Promise.all(Array.from({ length: 20 }, () => customer(500)))
  await offerAt(amy, id, '300')
  const codes = await Promise.all(
    buyers.map(async (buyer, at) => (await buy(buyer, id, '300', {}, at % 2 === 0 ? 0 : beside)).code),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code === 10020)).toHaveLength(19)
  const left = await Promise.all(buyers.map((buyer) => free(buyer)))
  expect(left.filter((usdt) => usdt === 200)).toHaveLength(1)
  expect(left.filter((usdt) => usdt === 500)).toHaveLength(19)
  expect(left.indexOf(200)).toBe(codes.indexOf(200))
  expect(await free(amy)).toBe(10_000 - 100 + 270)
  expect(await one(id)).toMatchObject({ transfers: 2, cumulativeDonation: '130.000000' })
})

it('of a withdrawal and a purchase of one moment one happens, whole', async () => {
  for (let round = 0; round < 6; round += 1) {
    const [amy, ben] = [await customer(), await customer(500)]
    const id = await ownedBy(amy)
    await offerAt(amy, id, '50')
    const [taken, bought] = await Promise.all(
      round % 2 === 0
        ? [withdraw(amy, id), buy(ben, id, '50', {}, beside)]
        : [withdraw(amy, id, beside), buy(ben, id, '50')],
    )
    expect([taken?.code, bought?.code].filter((code) => code === 200)).toHaveLength(1)
    const isSold = bought?.code === 200
    expect([await free(amy), await free(ben)]).toEqual(isSold ? [9_945, 450] : [9_900, 500])
    expect(await one(id)).toMatchObject({ transfers: isSold ? 2 : 1, resale: null })
  }
})

it('of twenty offers of one work at once one stands', async () => {
  const amy = await customer()
  const id = await ownedBy(amy)
  const codes = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, at) => (await offerAt(amy, id, String(at + 1), at % 2 === 0 ? 0 : beside)).code,
    ),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect((await amy.get('user/listNftOffers?page=1')).result).toMatchObject({ total: 1 })
})

it('offers and sells nothing while resale is off, and lets an owner withdraw', async () => {
  const [amy, ben] = [await customer(), await customer()]
  const [id, other] = [await ownedBy(amy), await ownedBy(amy)]
  await offerAt(amy, id, '20')
  await switchResale(database, false)
  expect(await one(id)).toMatchObject({ resale: null })
  expect((await buy(ben, id, '20')).code).toBe(10020)
  expect(await offerAt(amy, other, '20')).toMatchObject({ code: 10020, params: { why: 'OFF' } })
  expect((await withdraw(amy, id)).result).toMatchObject({ resaleBlock: 'OFF' })
  await switchResale(database, true)
  expect((await offerAt(amy, id, '20')).code).toBe(200)
})

it('keeps a work that is under way to a chain from sale, and one on sale from a chain', async () => {
  const [amy, ben] = [await customer(), await customer()]
  const [going, sold] = [await ownedBy(amy), await ownedBy(amy)]
  const deliver = (who: Customer, nftId: string, address?: string) =>
    who.post('nft/deliver', { nftId, ...(address !== undefined && { address }) })
  const [hers, his] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
  expect((await deliver(amy, going, hers)).result).toMatchObject({ resaleBlock: 'DELIVERY' })
  expect(await offerAt(amy, going, '20')).toMatchObject({ code: 10020, params: { status: 'SOLD', why: 'DELIVERY' } })
  // An address that takes no token keeps nothing from sale, and is its owner's alone to see.
  const end = (status: string) =>
    database.asOwner(
      `set session_replication_role = replica;
      update collectibles.deliveries set status = '${status}', ended_at = requested_at where item_id = '${going}';
      update collectibles.items set status = 'DELIVERED' where id = '${going}' and '${status}' = 'DELIVERED'`,
    )
  await end('REFUSED')
  expect((await offerAt(amy, going, '20')).code).toBe(200)
  expect(await deliver(amy, going, hers)).toMatchObject({ code: 10020, params: { why: 'OFFERED' } })
  rig.clock.advance(1)
  const bought = (await buy(ben, going, '20')).result as { delivery: unknown }
  expect(bought.delivery).toBeNull()
  expect((await deliver(amy, going, hers)).code).toBe(40039)
  // Nor is hers the address that he gave last.
  expect((await deliver(ben, going)).code).toBe(10021)
  expect((await deliver(ben, going, his)).result).toMatchObject({ delivery: { address: his } })
  await end('DELIVERED')
  expect(await offerAt(ben, going, '20')).toMatchObject({
    code: 10020,
    params: { status: 'DELIVERED', why: 'DELIVERED' },
  })
  // A request and an offer of one moment: one of them stands.
  const codes = await Promise.all([offerAt(amy, sold, '30', beside), deliver(amy, sold, hers)])
  expect(codes.map(({ code }) => code).toSorted()).toEqual([10020, 200].toSorted())
})

it('sells nothing of an owner under a hold that the owner knows of, or whose account is closed', async () => {
  const [amy, ben] = [await customer(), await customer()]
  const [id, other] = [await ownedBy(amy), await ownedBy(amy)]
  await offerAt(amy, id, '20')
  const becomes = (status: string) =>
    database.asOwner(
      `update accounts.customers set status = '${status}', closed_at = case when '${status}' = 'CLOSED' then now() end
      where id = '${amy.customerId}'`,
    )
  held.add(amy.customerId)
  await becomes('LEGAL_HOLD')
  expect((await offerAt(amy, other, '20')).code).toBe(10008)
  expect((await buy(ben, id, '20')).code).toBe(10020)
  expect(await one(id)).toMatchObject({ resale: null })
  held.clear()
  await becomes('ACTIVE')
  expect(await one(id)).toMatchObject({ resale: { price: '20.000000' } })
  await becomes('CLOSED')
  expect((await buy(ben, id, '20')).code).toBe(10020)
  // What was offered before a restriction came stands, as what was bid does.
  await becomes('RESTRICTED')
  expect((await buy(ben, id, '20')).code).toBe(200)
  await becomes('ACTIVE')
})

it('leaves operators no way to a price or an owner', async () => {
  const found = await database.asOwner(
    `select has_table_privilege(r, t, p) as may from unnest(array['api', 'console', 'chain']) r,
      unnest(array['collectibles.offers', 'collectibles.resales', 'collectibles.records']) t,
      unnest(array['insert', 'update', 'delete', 'truncate']) p`,
  )
  expect(new Set(found.map((row) => (row as { may: boolean }).may))).toEqual(new Set([false]))
  const doors = await database.asOwner(
    `select p.proname as name from pg_proc p where p.pronamespace = 'collectibles'::regnamespace
      and p.proname in ('offer_again', 'withdraw_offer', 'buy_again') and has_function_privilege('console', p.oid, 'execute')`,
  )
  expect(doors).toEqual([])
})
