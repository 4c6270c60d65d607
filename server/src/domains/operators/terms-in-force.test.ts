import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { verifyReceipt } from '@evenhand/proofs/verify-receipt.ts'
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

  // A day cannot be waited for, and the table takes no other time: a superuser lets it pass.
  await whole.database.asOwner(
    `set session_replication_role = replica;
     update operators.params set approved_at = approved_at - interval '25 hours', applies_at = applies_at - interval '25 hours'`,
  )
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
