import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { verifyReceipt } from '@evenhand/proofs/verify-receipt.ts'
import type { PublicNotice } from '@evenhand/protocol/public-notices.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let token = ''
type Response = { code: number; params: object; result: Record<string, never> }

const customer = async (url: string, payload?: object): Promise<Response> =>
  (
    await whole.product.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `/swx/customer/${url}`,
      headers: { 'content-type': 'application/json', authorization: token, virtually: 'YES' },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    })
  ).json<Response>()

beforeAll(async () => {
  whole = await wholeProduct()
  const { result } = await customer('login/login', { account: 'amy', password: 'amy-tries-things' })
  token = (result as unknown as { token: string }).token
})
afterAll(() => whole.close())

const request = { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '5' }
const receiptOf = (response: Response) =>
  (
    response.result as unknown as {
      receipt: { order: { payoutRate: string; paramsVersion: number; paramsHash: string } }
    }
  ).receipt

/** A day cannot be waited for, and the table takes no other time: a superuser lets it pass. */
const dayPasses = () =>
  whole.database.asOwner(
    `set session_replication_role = replica;
     update operators.params set approved_at = approved_at - interval '25 hours', applies_at = applies_at - interval '25 hours'`,
  )

test('new terms of contracts take two risk officers and a day, within the law’s caps and the bounds of each class', async () => {
  const at = operatorPeople(whole.product.operators)
  const risk = await at.signIn('sandbox-risk')
  const other = await at.signIn('sandbox-risk-2')
  const { result: params } = await risk.get('params')
  const table = params.contracts.versions[0].value as { classes: { class: string }[]; exposure: object }
  const withCrypto = (change: object) => ({
    ...table,
    classes: table.classes.map((row) => (row.class === 'crypto' ? { ...row, ...change } : row)),
  })
  const changeOf = (value: object, version = 2) => ({
    kind: 'params',
    id: randomUUID(),
    values: { key: 'contracts', version: String(version), value: JSON.stringify(value) },
    reason: 'the weekend will be thin',
  })
  const propose = async (change: ReturnType<typeof changeOf>, as = risk) =>
    as.post('params/propose', {
      id: change.id,
      reason: change.reason,
      key: 'contracts',
      version: Number(change.values.version),
      value: JSON.parse(change.values.value) as object,
      assertion: await as.sign(requestPayload(change, 'propose')),
    })
  const refused: [object, number?][] = [
    [withCrypto({ leverage: 5 })],
    [withCrypto({ leverage: 31 })],
    [withCrypto({ fee: '0.16' })],
    [withCrypto({ fee: '-0.01' })],
    [withCrypto({ halfSpread: '0' })],
    [withCrypto({ halfSpread: '0.1001' })],
    [withCrypto({ financing: '0.2' })],
    [withCrypto({ class: 'stock' })],
    [withCrypto({ price: '1' })],
    [{ ...table, classes: table.classes.slice(1) }],
    [{ ...table, exposure: { instrument: '3000000', total: '2000000' } }],
    [{ USDT: '5', BTC: '1', ETH: '1' }],
    [withCrypto({ fee: '0.05' }), 1],
    [withCrypto({ fee: '0.05' }), 3],
  ]
  for (const [value, version] of refused)
    expect([value, (await propose(changeOf(value, version))).code]).toEqual([value, 40020])
  const change = changeOf(withCrypto({ leverage: 1, fee: '0.05' }))
  const finance = await at.signIn('sandbox-finance1')
  expect((await propose(change, finance)).code).toBe(10008)
  expect((await propose(change)).code).toBe(200)
  const approve = async (as: typeof risk, signedChange = change) =>
    as.post('params/approve', {
      id: change.id,
      reason: 'agreed',
      assertion: await as.sign(requestPayload(signedChange, 'approve')),
    })
  expect((await approve(risk)).code).toBe(40033)
  // What the second signs is the same table, to the digit.
  expect((await approve(other, { ...changeOf(withCrypto({ leverage: 2 })), id: change.id })).code).toBe(40036)
  expect(await approve(other)).toMatchObject({ code: 200, result: { status: 'SCHEDULED' } })
  const changes = (await customer('public/params/changes')) as unknown as {
    result: { key: string; version: number; value: string; appliesAt: number; approvedAt: number }[]
  }
  const published = changes.result.find(({ key }) => key === 'contracts')
  expect(published).toMatchObject({ version: 2, value: change.values.value })
  expect((published?.appliesAt ?? 0) - (published?.approvedAt ?? 0)).toBe(86_400_000)
  // Announced to everybody, with what it was and what it becomes, in the words of each language.
  await whole.product.content.refresh()
  const notice = async (lang: string) =>
    ((await customer(`notice/list/3?lang=${lang}`)).result as unknown as PublicNotice[])[0]
  expect(await notice('en')).toMatchObject({ id: 'params-contracts-2', category: 'params', lang: 'en' })
  expect((await notice('en'))?.body).toContain('| Crypto · Fee per side | 0.04% | 0.05% |')
  expect((await notice('en'))?.body).toContain('| Crypto · Highest leverage | 2× | 1× |')
  expect((await notice('de'))?.body.replaceAll('\u00a0', ' ')).toContain(
    '| Krypto · Gebühr je Seite | 0,04 % | 0,05 % |',
  )
  // Until then new orders have the terms of before; a superuser lets the day pass.
  const shown = async () => (await customer('index/getMarketInfo/BTCUSDT')).result
  expect(await shown()).toMatchObject({ contract: { version: 1, fee: '0.04', leverage: 2 } })
  await dayPasses()
  await expect.poll(shown, { timeout: 15_000 }).toMatchObject({ contract: { version: 2, fee: '0.05', leverage: 1 } })
  const ticket = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: '0.10', leverage: 2 }
  expect(await customer('order/previewContract', ticket)).toMatchObject({ code: 10016, params: { choices: [1] } })
  expect((await customer('order/previewContract', { ...ticket, leverage: 1 })).code).toBe(200)
})

test('that owners sell collectibles to each other is off until two risk officers switch it on and a day passed', async () => {
  const at = operatorPeople(whole.product.operators)
  const risk = await at.signIn('sandbox-risk')
  const other = await at.signIn('sandbox-risk-2')
  const isOn = async () => ((await risk.get('nfts/resales')).result as { isOn: boolean }).isOn
  expect([await isOn(), (await risk.get('params')).result.resale]).toMatchObject([
    false,
    { current: 1, versions: [{ value: { on: false } }] },
  ])
  const changeOf = (value: object) => ({
    kind: 'params',
    id: randomUUID(),
    values: { key: 'resale', version: '2', value: JSON.stringify(value) },
    reason: 'the charities ask for it',
  })
  const propose = async (value: object) => {
    const change = changeOf(value)
    const assertion = await risk.sign(requestPayload(change, 'propose'))
    const { id, reason } = change
    return {
      change,
      ...(await risk.post('params/propose', { id, reason, key: 'resale', version: 2, value, assertion })),
    }
  }
  for (const value of [{ on: 'yes' }, { on: true, price: '1' }, { USDT: '5' }, []])
    expect([value, (await propose(value)).code]).toEqual([value, 40020])
  const { change, code } = await propose({ on: true })
  expect(code).toBe(200)
  const approve = async (as: typeof risk) =>
    as.post('params/approve', {
      id: change.id,
      reason: 'agreed',
      assertion: await as.sign(requestPayload(change, 'approve')),
    })
  expect((await approve(risk)).code).toBe(40033)
  expect((await approve(other)).result).toMatchObject({ status: 'SCHEDULED' })
  await whole.product.content.refresh()
  const [notice] = (await customer('notice/list/3?lang=en')).result as unknown as PublicNotice[]
  expect(notice?.body).toContain('| Owners sell collectibles to each other | not possible | possible |')
  expect(await isOn()).toBe(false)
  await dayPasses()
  expect(await isOn()).toBe(true)
})

test('who has ordered keeps the terms of that moment; who orders later gets the decided ones, and is notified before', async () => {
  const at = operatorPeople(whole.product.operators)
  const risk = await at.signIn('sandbox-risk')
  const other = await at.signIn('sandbox-risk-2')
  const { result } = await risk.get('params')
  const value = (result.options.versions[0].value as object[]).map((row) => ({ ...row, payoutRate: '0.9' }))
  const change = {
    kind: 'params',
    id: randomUUID(),
    values: { key: 'options', version: '2', value: JSON.stringify(value) },
    reason: 'the reserve shall last',
  }
  const propose = async ({ id, reason, values }: typeof change) =>
    risk.post('params/propose', {
      id,
      reason,
      key: 'options',
      version: 2,
      value: JSON.parse(values.value),
      assertion: await risk.sign(requestPayload({ ...change, id, values }, 'propose')),
    })
  await propose(change)
  const rivalValues = { ...change.values, value: change.values.value.replaceAll('0.9"', '0.92"') }
  const rival = { ...change, id: randomUUID(), values: rivalValues }
  expect((await propose(rival)).code).toBe(200)
  const approval = { id: change.id, reason: 'agreed', assertion: await other.sign(requestPayload(change, 'approve')) }
  expect((await other.post('params/approve', approval)).code).toBe(200)
  // The other proposal of this version cannot be approved any more, and does not wait any more.
  const requests = async (query: string) =>
    ((await other.get(`requests?kinds=params${query}`)).result as { rows: { id: string; status: string }[] }).rows
  expect((await requests('')).map(({ id }) => id)).not.toContain(rival.id)
  expect(await requests('&all=true')).toContainEqual(expect.objectContaining({ id: rival.id, status: 'EXPIRED' }))

  expect((await customer('order/quoteOptions', request)).result).toMatchObject({ payoutRate: '0.94', version: 1 })
  const before = await customer('order/buyOptions', { ...request, minPayoutRate: '0.94' })
  expect(receiptOf(before).order).toMatchObject({ payoutRate: '0.940000', paramsVersion: 1 })

  await dayPasses()
  await expect
    .poll(async () => (await customer('order/quoteOptions', request)).result, { timeout: 15_000 })
    .toMatchObject({ payoutRate: '0.90', version: 2 })
  // What was quoted to the customer no longer holds: nothing is bought behind his back.
  const stale = { ...request, code: 'ETHUSDT', minPayoutRate: '0.94' }
  expect(await customer('order/buyOptions', stale)).toMatchObject({
    code: 40006,
    params: { quote: { payoutRate: '0.90' } },
  })
  const after = await customer('order/buyOptions', { ...request, code: 'ETHUSDT' })
  const published = (await customer('public/params')).result as unknown as { hash: string }[]
  expect(receiptOf(after).order).toMatchObject({
    payoutRate: '0.900000',
    paramsVersion: 2,
    paramsHash: published[0]?.hash,
  })
  // The first receipt is written out again as it was.
  const { orderId } = before.result as unknown as { orderId: string }
  const again = (await customer(`order/receipt/${orderId}`)).result as unknown as { order: object }
  expect(again.order).toEqual(receiptOf(before).order)
  const keys = readPublicKeys(JSON.stringify((await customer('public/keys')).result), nodeCrypto)
  if (keys === undefined) throw new Error('no keys')
  for (const receipt of [receiptOf(before), receiptOf(after)])
    expect(verifyReceipt(JSON.stringify(receipt), keys)).toMatchObject({ ok: true })
})
