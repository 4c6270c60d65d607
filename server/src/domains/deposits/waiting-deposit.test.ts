import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { png } from '../../../test/fixtures/images.ts'
import { createUploads } from '../../../test/uploads.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let token = ''
const { to, upload } = createUploads()

type CallResponse = {
  code: number
  params: Record<string, unknown>
  result: { id: string; token: string; orderNo: string }
}
async function post(path: string, body: object): Promise<CallResponse> {
  const response = await whole.product.app.inject({
    method: 'POST',
    url: `/swx/customer/${path}`,
    headers: { virtually: 'NO', authorization: token, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return response.json()
}

beforeAll(async () => {
  whole = await wholeProduct()
  await whole.product.app.listen({ port: 0, host: '127.0.0.1' })
  token = (await post('login/login', { account: 'amy', password: 'amy-tries-things' })).result.token
  Object.assign(to, { port: (whole.product.app.server.address() as AddressInfo).port, token })
})
afterAll(() => whole.close())

it('an account is not closed while a deposit waits; taken back, it no longer hinders; at once, one of both comes first', async () => {
  const { result: proof } = await upload('deposit', await png(40, 40))
  const announce = (nth: string) =>
    post('user/recharge', {
      coin: 'USDT',
      network: 'TRC20',
      amount: '150',
      last6: 'abcDEF',
      txHash: nth.repeat(64),
      proofFileId: proof.fileId,
    })
  const first = await announce('a')
  await post('user/proof', { password: 'amy-tries-things' })
  expect(await post('user/close', {})).toMatchObject({
    code: 10008,
    params: { reason: 'DEPOSIT_WAITS', orderNo: first.result.orderNo },
  })
  expect((await post(`user/recharge/${first.result.id}/cancel`, {})).code).toBe(200)
  const [announced, closed] = await Promise.all([announce('b'), post('user/close', {})])
  const outcome = [announced.code, closed.code]
  expect([
    [200, 10008],
    [401, 200],
  ]).toContainEqual(outcome)
})
