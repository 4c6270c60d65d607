import { randomUUID } from 'node:crypto'
import { charityPayoutConfirm, charityPayoutPrepare } from '@evenhand/proofs/approval-payloads.ts'
import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectibleOperators } from './fixtures/collectible-operators.ts'
import { switchResale } from './fixtures/resale.ts'

const roles = ['charity', 'finance1', 'finance2', 'support'] as const
let rig: Awaited<ReturnType<typeof collectibleOperators<(typeof roles)[number]>>>
let whole: typeof rig.whole
let people: typeof rig.people
let call: typeof rig.call
const reason = 'as decided today'

beforeAll(async () => {
  rig = await collectibleOperators(roles)
  ;({ whole, people, call } = rig)
})
afterAll(() => whole.close())

it('a royalty goes the same way as a price, and operators read resales by numbers', async () => {
  const { charity, finance1, finance2, support } = people
  await switchResale(whole.database, true)
  const [work]: Collectible[] = (await call('GET', 'index/listNft?status=LISTED_FIXED')).result
  const nftId = work?.id ?? ''
  const price = work?.price ?? ''
  expect(price).toBe('40.000000')
  expect((await call('POST', 'user/buyNft', { nftId, price })).code).toBe(200)
  expect((await call('POST', 'user/proof', { password: 'amy-tries-things' })).code).toBe(200)
  expect((await call('POST', 'nft/offer', { nftId, price: '33.33' })).code).toBe(200)
  const ben: string = (await call('POST', 'login/login', { account: 'ben', password: 'ben-tries-things' }, '')).result
    .token
  const bought = (await call('POST', 'nft/buyResale', { nftId, price: '33.33' }, ben)).result
  expect(bought).toMatchObject({ paid: '33.330000', donated: '3.333000' })
  const { result: seen } = await support.get('nfts/resales')
  expect(seen).toMatchObject({ isOn: true, resales: 1, volume: '33.330000', royalties: '3.333000' })
  expect(seen.rows).toMatchObject([
    { nftId, seller: 1, status: 'SOLD', proceeds: '29.997000', orderNo: bought.orderNo },
  ])
  expect(JSON.stringify(seen)).not.toMatch(/amy|"ben|customerId/)
  expect((await charity.get('nfts/resales?status=OPEN')).result.rows).toEqual([])

  const charityId: string = (await charity.get('charities')).result.rows[0].id
  const values = { id: randomUUID(), charityId, amount: '43.333000', destination: 'IBAN GB00 TEST' }
  expect((await finance1.get('charities')).result.rows[0]).toMatchObject({
    payable: '43.333000',
    royalties: '3.333000',
    resales: 1,
  })
  const assertion = await finance1.sign(charityPayoutPrepare(values))
  const prepare = () => finance1.post('charities/payouts/prepare', { ...values, reason, assertion })
  expect((await prepare()).result).toMatchObject({ status: 'PREPARED', sales: 2 })
  const proof = { reference: 'BANK-REF-2', receiptNo: 'R-2', receiptHash: '0'.repeat(64) }
  const confirmed = await finance2.post(`charities/payouts/${values.id}/confirm`, {
    ...proof,
    reason,
    assertion: await finance2.sign(charityPayoutConfirm(values, proof)),
  })
  expect(confirmed.code).toBe(200)
  const page = (await call('GET', `charity/${charityId}`)).result
  expect(page).toMatchObject({ waiting: '0.000000', royalties: '3.333000', sales: 1, resales: 1 })
  expect(page.sold[0]).toMatchObject({ origin: 'RESALE', transfer: 2, donated: '3.333000', payoutStatus: 'PAID' })
  // Each side has its line, with the number of the purchase and without the other side.
  const lines = async (by: string) => (await call('GET', 'user/transactions?kind=RESALE', undefined, by)).result.rows
  const order = { of: 'collectible', id: nftId, orderNo: bought.orderNo }
  expect(await lines(rig.token)).toMatchObject([{ amount: '29.997000', order }])
  expect(await lines(ben)).toMatchObject([{ amount: '-33.330000', order }])
  await whole.product.notices.idle()
  const { rows } = (await call('GET', 'notification/list', undefined, ben)).result
  expect(rows).toContainEqual(
    expect.objectContaining({ templateKey: 'charity.paid', params: expect.objectContaining({ amount: '3.333000' }) }),
  )
  const donations = (await call('GET', 'public/stats')).result.figures.find(
    ({ name }: { name: string }) => name === 'charityDonations',
  )
  expect(donations).toBeDefined()
  const { findings } = await whole.product.books.auditCauses()
  expect(findings.filter(({ at }) => /collectible|charity|account/.test(at))).toEqual([])
})
