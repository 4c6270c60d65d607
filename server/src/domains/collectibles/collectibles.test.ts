import type { Collectible, OwnBid, OwnedCollectible, PublicBid } from '@evenhand/protocol/collectibles.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '@evenhand/protocol/durations.ts'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { sql } from '../../kernel/db/db.ts'
import { collectiblesFixture } from '../../../test/fixtures/collectibles.ts'
import { keepMoney } from '../../../test/fixtures/keep-money.ts'
import { refuse } from '../../kernel/http/refusal.ts'

const rig = await collectiblesFixture({ identityRefusal: async () => refuse('notVerifiedYet') })
const { clock, collectibles, customer, offer, one, usdtOf, notices, findings, charity } = rig
afterAll(() => rig.close())
// Whatever a test did: every entry and hold has its cause, and the rows are what the signed records come to.
afterEach(async () => expect(await findings()).toEqual([]))

type Customer = Awaited<ReturnType<typeof customer>>
const placed = (response: { result: never }): { bid: OwnBid; collectible: Collectible } => response.result
const held = async ({ accountId }: Customer) => (await usdtOf(accountId)).held
const charityHas = async () => (await usdtOf(charity.accountId)).free
const endOf = async (id: string): Promise<number> => (await one(id)).endAt ?? 0
async function settleAt(at: number): Promise<void> {
  clock.set(at + 2 * secondMs)
  await collectibles.runDue()
}

it('offers the first collection to everybody, with charity, image and the three ways of a sale', async () => {
  const list: Collectible[] = (await rig.inject('/swx/customer/index/listNft')).json().result
  expect(list).toHaveLength(24)
  expect(new Set(list.map(({ saleMode }) => saleMode))).toEqual(new Set(['FIXED', 'AUCTION', 'AUCTION_WITH_BUY_NOW']))
  const [first] = list
  expect(first).toMatchObject({
    isGenerated: true,
    status: 'LIVE',
    charity: { share: '100' },
    cumulativeDonation: '0.000000',
  })
  const image = await rig.inject(first?.imagePath ?? '')
  expect([image.headers['content-type'], image.headers['cache-control']]).toEqual([
    'image/svg+xml',
    'public, max-age=31536000, immutable',
  ])
  expect(image.headers['content-security-policy']).toContain('sandbox')
  const page = (await rig.inject('/swx/customer/index/listNft?sort=priceDown&status=LIVE&page=1&size=5')).json().result
  expect(page).toMatchObject({ total: 16, page: 1, size: 5 })
})

it('settles every auction that it can, whatever fails of another', async () => {
  const amy = await customer()
  const stuck = await offer()
  clock.advance(minuteMs)
  const next = await offer()
  for (const id of [stuck, next]) expect((await amy.bid(id, '10')).code).toBe(200)
  const owner = rig.database.owner
  await sql`alter table collectibles.items add constraint stuck check (id <> ${sql.lit(stuck)} or status <> 'SOLD') not valid`.execute(
    owner,
  )
  await settleAt(await endOf(next))
  expect([(await one(stuck)).status, (await one(next)).status]).toEqual(['LIVE', 'SOLD'])
  await sql`alter table collectibles.items drop constraint stuck`.execute(owner)
  await collectibles.runDue()
  expect((await one(stuck)).status).toBe('SOLD')
})

describe('a bid', () => {
  it('is held, shown by a number, released with a notice the moment it is outbid, and paid whole to the charity at the end', async () => {
    const [amy, ben] = [await customer(), await customer()]
    const id = await offer({ startPrice: '10' })
    const before = await charityHas()
    expect(placed(await amy.bid(id, '10'))).toMatchObject({
      bid: { bidder: '#1', amount: '10.000000', held: '10.000000', status: 'HELD' },
      collectible: { currentBid: '10.000000', minNextBid: '11.000000', bidderMasked: '#1', bidCount: 1 },
    })
    expect(await held(amy)).toBe(10_000_000n)
    expect((await ben.bid(id, '10.99')).params).toMatchObject({ minNext: '11.000000' })
    await ben.bid(id, '11')
    expect([await held(amy), await held(ben)]).toEqual([0n, 11_000_000n])
    expect(notices.at(-1)).toMatchObject({
      accountId: amy.accountId,
      template: 'nft.outbid',
      params: { amount: '11.000000', next: '12.000000' },
    })
    await settleAt(await endOf(id))
    expect(await one(id)).toMatchObject({
      status: 'SOLD',
      soldPrice: '11.000000',
      ownerMasked: '#2',
      cumulativeDonation: '11.000000',
    })
    expect(await usdtOf(ben.accountId)).toEqual({ free: 9_989_000_000n, held: 0n })
    expect((await charityHas()) - before).toBe(11_000_000n)
    expect(notices.at(-1)).toMatchObject({ accountId: ben.accountId, template: 'nft.won' })
    const owned: OwnedCollectible[] = (await ben.get('user/listNft')).result
    const [{ boughtAt }] = owned as [OwnedCollectible]
    expect(owned).toMatchObject([
      {
        id,
        paid: '11.000000',
        orderNo: expect.stringMatching(/^NF\d{9}$/),
        charityDueAt: boughtAt + 7 * dayMs,
        charityPaidAt: null,
      },
    ])
    expect((await amy.bid(id, '50')).code).toBe(40026)
  })

  it('of one’s own is raised for the difference', async () => {
    const amy = await customer(100)
    const id = await offer()
    await amy.bid(id, '60')
    expect(placed(await amy.bid(id, '100')).bid).toMatchObject({ amount: '100.000000', held: '100.000000' })
    expect(await usdtOf(amy.accountId)).toEqual({ free: 0n, held: 100_000_000n })
    expect((await amy.bid(id, '105')).params).toMatchObject({ free: '0.000000', needed: '105.000000' })
  })

  it('in the last ten minutes moves the end to ten minutes after it, everywhere', async () => {
    const amy = await customer()
    const id = await offer()
    const end = await endOf(id)
    clock.set(end - 10 * minuteMs - secondMs)
    await amy.bid(id, '10')
    expect(await endOf(id)).toBe(end)
    clock.set(end - 10 * minuteMs + secondMs)
    const { collectible, bid } = placed(await amy.bid(id, '20'))
    expect([collectible.endAt, bid.endAt, collectible.extendedCount]).toEqual([end + secondMs, end + secondMs, 1])
    // The end that was: nothing ends.
    clock.set(end)
    await collectibles.runDue()
    expect((await one(id)).status).toBe('LIVE')
    const late = placed(await amy.bid(id, '30'))
    expect(late.collectible.endAt).toBe(end + 10 * minuteMs)
    clock.set(end + 10 * minuteMs)
    expect((await amy.bid(id, '40')).code).toBe(40026)
    await settleAt(end + 10 * minuteMs)
    expect(await one(id)).toMatchObject({ status: 'SOLD', soldPrice: '30.000000' })
  })

  it('is refused with its own code for what does not fit', async () => {
    const amy = await customer(20)
    const id = await offer()
    const fixed = await offer({ startPrice: null, price: '5' })
    const codes = [
      await amy.bid(id, '10', {}, { virtually: 'YES' }),
      await amy.bid(id, '10.001'),
      await amy.bid(id, '-10'),
      await amy.bid(id, '1e3'),
      await amy.bid(id, '10', { maximum: '9' }),
      await amy.bid(id, '21'),
      await amy.bid(id, '10', { maximum: '21' }),
      await amy.bid(fixed, '10'),
      await amy.bid('018f0000-0000-7000-8000-000000000000', '10'),
      await amy.bid(id, '10', { funds: 'LOAN' }),
      await amy.bid(id, '999999999999999999'),
    ].map(({ code }) => code)
    expect(codes).toEqual([40012, 10016, 10016, 10016, 40025, 10011, 10011, 10020, 40039, 10011, 10016])
    // As the call states it where the amount has more decimals than any.
    const range = { step: '0.01', max: '1000000000.000000' }
    for (const amount of ['10.001', '0', '1000000000.01'])
      expect(await amy.bid(id, amount)).toMatchObject({ code: 10016, params: range })
    expect(await usdtOf(amy.accountId)).toEqual({ free: 20_000_000n, held: 0n })
  })

  it('or a purchase with money that waits for its customer to be verified is refused by that', async () => {
    const amy = await customer(100)
    const [id, fixed] = [await offer(), await offer({ startPrice: null, price: '50' })]
    await keepMoney(rig.database, amy.accountId, 80_000_000n)
    expect((await amy.bid(id, '30')).msg).toBe('notVerifiedYet')
    expect((await amy.buy(fixed, '50')).msg).toBe('notVerifiedYet')
    expect((await amy.bid(id, '100.01')).msg).toBe('fundsShort')
    expect((await amy.bid(id, '20')).code).toBe(200)
    await keepMoney(rig.database, amy.accountId, 0n)
  })

  it('is placed once under its key, and the key of another request is refused', async () => {
    const amy = await customer()
    const id = await offer()
    const responses = await Promise.all(Array.from({ length: 20 }, () => amy.bid(id, '10', {}, { key: 'once' })))
    expect(new Set(responses.map(({ code }) => code))).toEqual(new Set([200]))
    expect((await one(id)).bidCount).toBe(1)
    expect((await amy.bid(id, '11', {}, { key: 'once' })).code).toBe(40028)
  })

  it('may be paid from loan money, which goes back to the house, and the charity gets USDT', async () => {
    const amy = await customer(0)
    await rig.give(amy.accountId, 50_000_000n, 'USDT.loan')
    const id = await offer()
    await amy.bid(id, '12', { maximum: '40', funds: 'LOAN' })
    expect(await usdtOf(amy.accountId, 'USDT.loan')).toEqual({ free: 10_000_000n, held: 40_000_000n })
    await settleAt(await endOf(id))
    expect(await usdtOf(amy.accountId, 'USDT.loan')).toEqual({ free: 38_000_000n, held: 0n })
    expect((await one(id)).cumulativeDonation).toBe('12.000000')
    // What of it came back may be beyond what is owed by then: loans receive it.
    const events = await rig.database.asOwner(`select payload from outbox.events where type = 'collectibles.released'`)
    expect(events).toEqual([{ payload: { customerId: amy.customerId } }])
  })
})

describe('a maximum bid', () => {
  it('is held whole, outbids others for its owner, and is shown to no other customer', async () => {
    const [amy, ben] = [await customer(), await customer()]
    const id = await offer()
    await amy.bid(id, '10', { maximum: '100' })
    expect(await held(amy)).toBe(100_000_000n)
    const outbid = placed(await ben.bid(id, '20'))
    expect(outbid).toMatchObject({
      bid: { status: 'OUTBID', held: '0.000000' },
      collectible: { currentBid: '21.000000' },
    })
    expect(await held(ben)).toBe(0n)
    const seen = JSON.stringify([
      outbid,
      await one(id),
      (await rig.inject(`/swx/customer/nft/${id}/bids`)).json(),
      (await ben.get('user/listBids')).result,
    ])
    expect(seen).not.toContain('100.000000')
    const own: OwnBid[] = (await amy.get(`user/listBids?nftId=${id}`)).result
    expect(own).toMatchObject([{ maximum: '100.000000', held: '100.000000', amount: '21.000000' }])
    await settleAt(await endOf(id))
    // What was held beyond the price is free again.
    expect(await usdtOf(amy.accountId)).toEqual({ free: 9_979_000_000n, held: 0n })
  })

  it('of two alike the earlier wins, and the history reports how', async () => {
    const [amy, ben] = [await customer(), await customer()]
    const id = await offer()
    await amy.bid(id, '10', { maximum: '80' })
    expect(placed(await ben.bid(id, '30', { maximum: '80' })).bid.status).toBe('OUTBID')
    const bids: PublicBid[] = (await rig.inject(`/swx/customer/nft/${id}/bids`)).json().result
    expect(bids.map(({ bidder, amount, isAutomatic }) => [bidder, amount, isAutomatic])).toEqual([
      ['#1', '80.000000', true],
      ['#2', '80.000000', true],
      ['#2', '30.000000', false],
      ['#1', '10.000000', false],
    ])
    await settleAt(await endOf(id))
    expect(await one(id)).toMatchObject({ ownerMasked: '#1', soldPrice: '80.000000' })
  })
})

describe('buying', () => {
  it('at a fixed price pays the charity whole and refuses another price, once', async () => {
    const [amy, ben] = [await customer(), await customer()]
    const id = await offer({ startPrice: null, price: '25' })
    const before = await charityHas()
    expect(await amy.buy(id, '24')).toMatchObject({ code: 40006, params: { price: '25.000000' } })
    expect((await amy.buy(id, '25', {}, { virtually: 'YES' })).code).toBe(40012)
    expect((await amy.buy(id, '25', {}, { key: 'k' })).result).toMatchObject({ status: 'SOLD', paid: '25.000000' })
    expect((await amy.buy(id, '25', {}, { key: 'k' })).result).toMatchObject({ paid: '25.000000' })
    expect(await ben.buy(id, '25')).toMatchObject({ code: 10020, params: { status: 'SOLD' } })
    expect([(await charityHas()) - before, (await usdtOf(amy.accountId)).free]).toEqual([25_000_000n, 9_975_000_000n])
  })

  it('now ends an auction and releases the leading bidder, until the bid reaches 80 %', async () => {
    const [amy, ben] = [await customer(), await customer()]
    const id = await offer({ startPrice: '10', price: '100' })
    await amy.bid(id, '70', { maximum: '79.99' })
    expect((await one(id)).price).toBe('100.000000')
    expect((await ben.buy(id, '100')).code).toBe(200)
    expect([await held(amy), (await usdtOf(ben.accountId)).free]).toEqual([0n, 9_900_000_000n])
    expect(notices.slice(-2).map(({ template, accountId }) => [template, accountId])).toEqual([
      ['nft.won', ben.accountId],
      ['nft.void', amy.accountId],
    ])
    expect((await amy.bid(id, '90')).code).toBe(40026)
    const other = await offer({ startPrice: '10', price: '100' })
    await amy.bid(other, '80')
    expect((await one(other)).price).toBe(null)
    expect(await ben.buy(other, '100')).toMatchObject({ code: 40006, params: { price: null } })
  })
})

it('an auction without a bid ends unsold, and nothing moves', async () => {
  const id = await offer()
  await settleAt(await endOf(id))
  expect(await one(id)).toMatchObject({ status: 'UNSOLD', soldPrice: null, remainingTime: null })
})

it('the charity’s page shows every price from its entry on, without names, and is overdue after seven days', async () => {
  const page = (await rig.inject(`/swx/customer/charity/${charity.id}`)).json().result
  const { received, sold, agreementId, registrationNumber } = page
  expect(received).toBe(
    `${(await charityHas()) / 1_000_000n}.${String((await charityHas()) % 1_000_000n).padStart(6, '0')}`,
  )
  expect([agreementId, registrationNumber].every(Boolean)).toBe(true)
  expect(
    sold.every(
      ({ fee, donated, price, entry }: Record<string, string>) => fee === '0.000000' && donated === price && entry,
    ),
  ).toBe(true)
  clock.advance(8 * dayMs + hourMs)
  const later = (await rig.inject('/swx/customer/charity/list')).json().result
  expect(later.overdue).toBe(received)
})
