import { createHash, randomUUID } from 'node:crypto'
import { charityPayoutConfirm, charityPayoutPrepare } from '@evenhand/proofs/approval-payloads.ts'
import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'
import { langValues } from '@evenhand/protocol/languages.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectibleOperators } from '../../../test/fixtures/collectible-operators.ts'
import type { OperatorPage } from '../../../test/fixtures/operators.ts'

const roles = ['charity', 'finance1', 'finance2', 'support', 'risk'] as const
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
const newWork = async (): Promise<string> => {
  const id = randomUUID()
  await whole.database.asOwner(
    `select collectibles.add_work($1, (select titles from collectibles.works limit 1), 'test', true, $2, now())`,
    [id, Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!--${id}--></svg>`)],
  )
  return id
}
const charityId = async (): Promise<string> => (await people.charity.get('charities')).result.rows[0].id

it('an operator drafts, previews, lists and takes back, and changes nothing once a bid is there', async () => {
  const { charity, support, risk } = people
  const draft = { workId: await newWork(), charityId: await charityId(), saleMode: 'AUCTION', startPrice: '20', reason }
  expect((await support.post('nfts/create', draft)).code).toBe(10008)
  expect((await charity.post('nfts/create', { ...draft, startPrice: undefined })).code).toBe(40020)
  expect((await charity.post('nfts/create', { ...draft, startPrice: '20.001' })).code).toBe(10016)
  const { result: preview } = await charity.post('nfts/create', draft)
  expect(preview).toMatchObject({ status: 'DRAFT', startPrice: '20.000000', createdBy: 'sandbox-charity' })
  const { id } = preview
  expect((await call('GET', `nft/${id}`)).code).toBe(40039)
  expect((await call('POST', 'nft/bid', { nftId: id, amount: '20' })).code).toBe(40039)
  expect((await charity.post('nfts/create', draft)).code).toBe(40020)
  const now = Date.now()
  expect((await charity.post(`nfts/${id}/list`, { startAt: now, endAt: now + 60_000, reason })).code).toBe(40020)
  expect((await charity.post(`nfts/${id}/list`, { startAt: now, endAt: now + 31 * 24 * hourMs, reason })).code).toBe(
    40020,
  )
  expect(
    (
      await charity.post(`nfts/${id}/revise`, {
        charityId: draft.charityId,
        saleMode: 'AUCTION',
        startPrice: '30',
        reason,
      })
    ).result.startPrice,
  ).toBe('30.000000')
  expect((await charity.post(`nfts/${id}/list`, { startAt: now, endAt: now + 2 * hourMs, reason })).code).toBe(200)
  expect(
    (
      await charity.post(`nfts/${id}/revise`, {
        charityId: draft.charityId,
        saleMode: 'AUCTION',
        startPrice: '1',
        reason,
      })
    ).code,
  ).toBe(10020)
  expect((await call('POST', 'nft/bid', { nftId: id, amount: '30', maximum: '777.77' })).result.bid.held).toBe(
    '777.770000',
  )
  for (const page of [charity, risk])
    expect((await page.post(`nfts/${id}/delist`, { reason })).params).toEqual({ status: 'LIVE' })
  // No call of operators returns a maximum, nor who a bidder is; and the role cannot read one.
  const seen = JSON.stringify([(await support.get('nfts')).result, (await charity.get('charities')).result])
  expect(seen).toContain('30.000000')
  expect(seen).not.toMatch(/777\.77|amy/)
  await expect(whole.database.pools.console.selectFrom('collectibles.ceilings').selectAll().execute()).rejects.toThrow(
    'permission denied',
  )
  const other = await charity.post('nfts/create', {
    ...draft,
    workId: await newWork(),
    saleMode: 'FIXED',
    startPrice: undefined,
    price: '5',
  })
  await charity.post(`nfts/${other.result.id}/list`, { reason })
  expect((await risk.post(`nfts/${other.result.id}/delist`, { reason })).result.status).toBe('DELISTED')
  expect(await call('POST', 'user/buyNft', { nftId: other.result.id, price: '5' })).toMatchObject({ code: 10020 })
  const entries = (await whole.database.asOwner(
    `select act from operators.audit_entries where subject = 'collectible:${id}' order by seq`,
  )) as { act: string }[]
  expect(entries.map(({ act }) => act)).toEqual(['collectible.create', 'collectible.revise', 'collectible.list'])
})

it('the first collection is there already, and a charity needs every field', async () => {
  const { charity } = people
  expect((await charity.post('nfts/collection', { reason })).result).toEqual({ added: 0 })
  const added = {
    name: 'Water for all',
    registrationNumber: 'X-1',
    country: 'GB',
    agreementId: 'A-1',
    causes: Object.fromEntries(langValues.map((lang) => [lang, `Wells (${lang})`])),
    reason,
  }
  for (const field of ['registrationNumber', 'country', 'agreementId', 'causes'])
    expect((await charity.post('charities/add', { ...added, [field]: undefined })).code).toBe(40020)
  const inGerman = Object.fromEntries(Object.entries(added.causes).filter(([lang]) => lang !== 'de'))
  expect((await charity.post('charities/add', { ...added, causes: inGerman })).code).toBe(40020)
  for (const wrong of ['x', 'x'.repeat(301)])
    expect((await charity.post('charities/add', { ...added, causes: { ...added.causes, de: wrong } })).code).toBe(40020)
  // Where a website shows to lead it leads: no name before the host, nothing hidden, nothing that could end an attribute.
  for (const website of [
    'http://a.example',
    'https:///a',
    'https://bank.example@a.example',
    'https://a.example/\u202ex',
    'https://a.example/"x',
  ])
    expect((await charity.post('charities/add', { ...added, website })).code, website).toBe(40020)
  const longest = { ...added.causes, es: 'x'.repeat(300) }
  const { result } = await charity.post('charities/add', {
    ...added,
    causes: longest,
    website: 'https://a.example/about',
  })
  expect(result).toMatchObject({ share: '100', received: '0.000000', website: 'https://a.example/about' })
  // Every customer reads it in their own language.
  for (const lang of ['de', 'ar'])
    expect((await call('GET', `charity/${result.id}?lang=${lang}`)).result.cause).toBe(`Wells (${lang})`)
  expect((await charity.post('charities/add', added)).code).toBe(40020)
})

it('a price goes to the charity by two persons and with proof, and everybody can follow it', async () => {
  const { charity, finance1, finance2, support } = people
  const list: Collectible[] = (await call('GET', 'index/listNft?status=LISTED_FIXED')).result
  const [work] = list
  const nftId = work?.id ?? ''
  const price = work?.price ?? ''
  expect((await call('POST', 'user/buyNft', { nftId, price })).code).toBe(200)
  const id = await charityId()
  const row = (await finance1.get('charities')).result.rows[0]
  expect(row).toMatchObject({ payable: price, waiting: price })
  const values = { id: randomUUID(), charityId: id, amount: price, destination: 'IBAN GB00 TEST' }
  const prepare = async (page: OperatorPage, change: object = {}, signed = values) =>
    page.post('charities/payouts/prepare', {
      ...values,
      ...change,
      reason,
      assertion: await page.sign(charityPayoutPrepare(signed)),
    })
  expect((await prepare(support)).code).toBe(10008)
  expect((await prepare(finance1, { destination: 'IBAN of another' })).code).toBe(40036)
  const less = { ...values, amount: '1.000000' }
  expect((await prepare(finance1, { amount: '1' }, less)).code).toBe(40006)
  expect((await prepare(finance1)).result).toMatchObject({ status: 'PREPARED', mayConfirm: false })
  expect((await prepare(finance1, { id: randomUUID() })).code).toBe(40036)
  const proof = {
    reference: 'BANK-REF-1',
    receiptNo: 'R-1',
    receiptHash: createHash('sha256').update('receipt').digest('hex'),
  }
  const confirm = async (page: OperatorPage, given: object = proof) =>
    page.post(`charities/payouts/${values.id}/confirm`, {
      ...given,
      reason,
      assertion: await page.sign(charityPayoutConfirm(values, proof)),
    })
  for (const page of [charity, finance1]) expect((await confirm(page)).code).toBe(10008)
  expect((await confirm(finance2, { ...proof, receiptNo: 'R-2' })).code).toBe(40036)
  expect((await confirm(finance2, { ...proof, receiptHash: '' })).code).toBe(40020)
  // Twenty at once pay once.
  const paid = await Promise.all(Array.from({ length: 20 }, () => confirm(finance2)))
  expect(paid.filter(({ code }) => code === 200)).toHaveLength(1)
  expect((await charity.post(`charities/payouts/${values.id}/cancel`, { reason })).code).toBe(40039)
  const page = (await call('GET', `charity/${id}`)).result
  expect(page).toMatchObject({ paid: price, waiting: '0.000000' })
  const owner = (await whole.database.asOwner(`select id from accounts.customers where username = 'amy'`)) as {
    id: string
  }[]
  const timeline = await support.get(`users/${owner[0]?.id}/timeline?kind=collectible`)
  expect(timeline.result.rows).toMatchObject([{ kind: 'collectible', params: { no: 'NF000000001', amount: price } }])
  const { figures } = (await call('GET', 'public/stats')).result
  const donated = figures.find(({ name }: { name: string }) => name === 'charityDonations')
  expect(donated.sql ?? donated.query).toBeTruthy()
  expect(page.payouts).toMatchObject([{ id: values.id, amount: price, status: 'PAID', proof }])
  expect(page.sold).toMatchObject([
    { nftId, donated: price, fee: '0.000000', payoutId: values.id, payoutStatus: 'PAID' },
  ])
  expect(JSON.stringify(page)).not.toMatch(/amy|finance/)
  await whole.product.notices.idle()
  const { rows } = (await call('GET', 'notification/list')).result
  expect(rows.map(({ templateKey }: { templateKey: string }) => templateKey)).toEqual(
    expect.arrayContaining(['charity.paid', 'nft.won']),
  )
  const transactions = (await call('GET', 'user/transactions?kind=DONATION')).result
  expect(transactions.rows).toMatchObject([{ amount: `-${price}`, order: { of: 'collectible', id: nftId } }])
  const exported = JSON.stringify((await call('GET', 'user/export')).result ?? {})
  expect(exported === '{}' || exported.includes('collectibles.sales')).toBe(true)
  const { findings } = await whole.product.books.auditCauses()
  expect(findings.filter(({ at }) => /collectible|charity/.test(at))).toEqual([])
})

it('operators see no maximum in what a customer holds, and a customer who may no longer bid still stands by a bid', async () => {
  const { charity, risk, support } = people
  const { rows } = (await risk.get('users?q=ben')).result
  const id: string = rows[0].id
  const signIn = async () => (await call('POST', 'login/login', { account: 'ben', password: 'ben-tries-things' }, '')).result.token // prettier-ignore
  let ben: string = await signIn()
  const list: Collectible[] = (await call('GET', 'index/listNft?status=LIVE')).result
  const [work, other] = list.filter(({ bidCount, saleMode }) => bidCount === 0 && saleMode === 'AUCTION')
  const bid = (to: Collectible | undefined, more: object = {}) =>
    call('POST', 'nft/bid', { nftId: to?.id, amount: to?.startPrice?.replace(/0000$/, ''), ...more }, ben)
  const balancesOf = async () => (await support.get(`users/${id}`)).result.balances
  const before = await balancesOf()
  // With a point, so that no id of a page holds its figures by chance.
  expect((await bid(work, { maximum: '3210.75' })).code).toBe(200)
  const own = (await call('GET', 'user/accounts', undefined, ben)).result.real
  expect(own).toContainEqual({ asset: 'USDT', free: '1789.250000', held: '3210.750000' })
  expect(await balancesOf()).toEqual(before)
  for (const page of [charity, risk, support])
    expect(JSON.stringify([await page.get('nfts?size=100'), await page.get(`users/${id}/timeline`)])).not.toMatch(
      /3210\.75|"32107500/,
    )

  // What is bid is bid: the account cannot close, and no later restriction takes it back.
  expect((await call('POST', 'user/proof', { password: 'ben-tries-things' }, ben)).code).toBe(200)
  expect(await call('POST', 'user/close', {}, ben)).toMatchObject({ code: 10008, params: { reason: 'BID_LEADS' } })
  const restrict = { id, lift: false, reasonCode: 'MARKET_ABUSE', reason }
  expect((await risk.post('users/restrict', restrict)).code).toBe(200)
  const low = { amount: '1' }
  await expect.poll(async () => (await bid(other, low)).code).toBe(10008)
  expect((await risk.post('users/restrict', { id, lift: true, reason })).code).toBe(200)
  await expect.poll(async () => (await bid(other, low)).code).toBe(40025)
  const country = (code: string) =>
    whole.database.asOwner('update accounts.customers set country = $1 where id = $2', [code, id])
  await country('KP')
  ben = await signIn()
  expect((await bid(other, low)).code).toBe(40001)
  await country('SG')
  ben = await signIn()
  expect((await call('POST', 'user/selfExclusion', { months: 6 }, ben)).code).toBe(200)
  expect((await bid(other, low)).code).toBe(40005)
  const fixed: Collectible[] = (await call('GET', 'index/listNft?status=LISTED_FIXED')).result
  const buying = { nftId: fixed[0]?.id, price: fixed[0]?.price }
  expect((await call('POST', 'user/buyNft', buying, ben)).code).toBe(40005)
  const leads = (await call('GET', `user/listBids?nftId=${work?.id}`, undefined, ben)).result
  expect(leads).toMatchObject([{ status: 'HELD', maximum: '3210.750000' }])
})
