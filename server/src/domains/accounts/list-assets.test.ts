import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/db/db.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let token = ''
type Line = {
  asset: string
  free: string
  held: string
  inProducts: string
  notTradable: string
  atRisk: string
  owed: string
}
type Response = { code: number; result: { assets: Line[]; total: string | null; token: string; user: { id: string } } }

async function call(method: 'GET' | 'POST', path: string, body?: object, virtually = 'NO'): Promise<Response> {
  const response = await whole.product.app.inject({
    method,
    url: `/swx/customer/${path}`,
    headers: { virtually, authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return response.json() as Response
}

beforeAll(async () => {
  whole = await wholeProduct()
  const { result } = await call('POST', 'login/login', { account: 'amy', password: 'amy-tries-things' })
  token = result.token
  const { ledger } = whole.product
  const [account, capital] = await Promise.all(
    [`user:${result.user.id}`, 'house:capital'].map((name) => ledger.accountNamed(name)),
  )
  await ledger.post(whole.database.owner, {
    kind: 'test',
    ref: randomUUID(),
    at: Date.now(),
    lines: [
      { accountId: account ?? 0n, asset: 'USDT', units: 50_000_000n },
      { accountId: capital ?? 0n, asset: 'USDT', units: -50_000_000n },
    ],
  })
})
afterAll(() => whole.close())

test('the real account shows its three coins, worth their price; the virtual one itself, with what runs', async () => {
  const real = (await call('GET', 'user/assets')).result
  expect(real.assets.map(({ asset, free }) => [asset, free])).toEqual([
    ['USDT', '50.000000'],
    ['BTC', '0.00000000'],
    ['ETH', '0.00000000'],
  ])
  expect(real.total).toBe('50.000000')
  const order = { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '10' }
  expect((await call('POST', 'order/buyOptions', order, 'YES')).code).toBe(200)
  const virtual = (await call('GET', 'user/assets', undefined, 'YES')).result
  expect(virtual.assets).toMatchObject([
    { asset: 'USDT.virtual', free: '9990.000000', held: '0.000000', inProducts: '10.000000', owed: '0.000000' },
  ])
  expect(virtual.total).toBe('10000.000000')
  expect((await call('GET', 'user/assets', undefined, 'MAYBE')).code).toBe(40030)
})

test('what open contracts may lose is told apart from what only waits for the identity', async () => {
  const { result } = await call('POST', 'login/login', { account: 'amy', password: 'amy-tries-things' })
  const { assets } = (await call('GET', 'user/assets')).result
  expect(assets[0]).toMatchObject({ free: '50.000000', notTradable: '0.000000', atRisk: '0.000000' })
  const account = await whole.product.ledger.accountNamed(`user:${result.user.id}`)
  await sql`select ledger.set_at_risk(array[${account}]::bigint[], array[1]::smallint[], array[1250000]::bigint[])`.execute(
    whole.database.owner,
  )
  const losing = (await call('GET', 'user/assets')).result.assets
  expect(losing[0]).toMatchObject({ free: '50.000000', notTradable: '0.000000', atRisk: '1.250000' })
})
