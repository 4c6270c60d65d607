import { randomUUID } from 'node:crypto'
import { convert } from '@evenhand/proofs/convert.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedNotices, rolledBackAtCommit } from '../../../test/fixtures/published-notices.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'
import type { Asset } from '@evenhand/protocol/money.ts'
import { owned } from '../../kernel/db/db.ts'
import { convertedVolume } from './converted-volume.ts'

let whole: WholeProduct
const tokens: Record<string, string> = {}
const accounts: Record<string, bigint> = {}
const million = 1_000_000n

type Response = {
  code: number
  notice?: number
  params: { quote?: { quoteId: string }; free?: string; left?: string; min?: string; step?: string }
  result: {
    quoteId: string
    receive: string
    fee: string
    received: string
    price: string
    orderNo: string
    ticks: { code: string; price: string; seq: number }[]
    rows: { orderNo: string }[]
    total: number
  }
}
type By = { name?: string; virtually?: string; key?: string }

async function call(method: 'GET' | 'POST', path: string, body?: object, by: By = {}): Promise<Response> {
  const response = await whole.product.app.inject({
    method,
    url: path.startsWith('/') ? path : `/swx/customer/${path}`,
    headers: {
      virtually: by.virtually ?? 'NO',
      authorization: tokens[by.name ?? 'amy'] ?? '',
      ...(by.key === undefined ? {} : { 'idempotency-key': by.key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return response.json() as Response
}
const quote = (from: string, to: string, amount: string, by?: By): Promise<Response> =>
  call('POST', 'user/convert/quote', { from, to, amount }, by)
const convertNow = (quoteId: string, by?: By): Promise<Response> => call('POST', 'user/convert', { quoteId }, by)

async function give(to: bigint, asset: Asset, units: bigint): Promise<void> {
  const { ledger } = whole.product
  await ledger.post(whole.database.owner, {
    kind: 'test',
    ref: randomUUID(),
    at: Date.now(),
    lines: [
      { accountId: to, asset, units },
      { accountId: await ledger.accountNamed('house:capital'), asset, units: -units },
    ],
  })
}
const free = async (name: string, asset: Asset): Promise<bigint> =>
  (await whole.product.ledger.balances(accounts[name] ?? 0n)).find((one) => one.asset === asset)?.free ?? 0n

beforeAll(async () => {
  whole = await wholeProduct()
  // What a sandbox opens with goes back, so that the tests know what is there.
  const inventory = await whole.product.ledger.accountNamed('house:inventory')
  for (const coin of ['BTC', 'ETH'] as const)
    await give(inventory, coin, -(await whole.product.ledger.houseFree(inventory, coin)))
  for (const name of ['amy', 'ben']) {
    const body = { account: name, password: `${name}-tries-things` }
    const { token, user } = (await call('POST', 'login/login', body)).result as unknown as {
      token: string
      user: { id: string }
    }
    tokens[name] = token
    accounts[name] = await whole.product.ledger.accountNamed(`user:${user.id}`)
    await give(accounts[name], 'USDT', 5_000n * million)
  }
})
afterAll(async () => {
  const findings = await whole.product.ledger.audit()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
  await whole.close()
})

test('without an inventory nothing is promised, and nothing moves', async () => {
  expect(await quote('USDT', 'BTC', '100')).toMatchObject({ code: 40008, params: {} })
})

test('coins change hands at the tick recorded after the call, with the fee that was shown', async () => {
  const inventory = await whole.product.ledger.accountNamed('house:inventory')
  await give(inventory, 'BTC', 1_000_000n)
  await give(inventory, 'ETH', 100_000_000n)
  const quoted = await quote('USDT', 'BTC', '100')
  expect(quoted).toMatchObject({ code: 200, result: { fee: '0.100000' } })
  const done = await convertNow(quoted.result.quoteId, { key: 'first' })
  expect(done).toMatchObject({ code: 200, notice: 20004, result: { status: 'DONE', fee: '0.100000' } })
  const [tick] = done.result.ticks
  const again = convert({
    from: 'USDT',
    to: 'BTC',
    amount: 100n * million,
    prices: { BTC: { price: BigInt(tick?.price.replace('.', '') ?? '0'), precision: 5 } },
  })
  expect(await free('amy', 'BTC')).toBe(again.received)
  expect(await free('amy', 'USDT')).toBe(4_900n * million)
  // The same quote again, with its key or another, is the same conversion.
  expect((await convertNow(quoted.result.quoteId, { key: 'first' })).result).toEqual(done.result)
  expect((await convertNow(quoted.result.quoteId)).result).toEqual(done.result)
  expect(await free('amy', 'USDT')).toBe(4_900n * million)
  const cross = await quote('BTC', 'ETH', '0.0005')
  expect((await convertNow(cross.result.quoteId, { key: 'first' })).code).toBe(40028)
  expect((await convertNow(cross.result.quoteId)).result.ticks.map(({ code }) => code)).toEqual(['BTCUSDT', 'ETHUSDT'])
  expect((await call('GET', 'user/listConvert')).result.rows).toHaveLength(2)
})

test('a quote is its customer’s own, of the real account, and an amount has its step', async () => {
  const { quoteId } = (await quote('USDT', 'ETH', '50')).result
  expect((await convertNow(quoteId, { name: 'ben' })).code).toBe(40039)
  expect((await call('GET', 'user/listConvert', undefined, { name: 'ben' })).result.total).toBe(0)
  expect((await quote('USDT', 'ETH', '50', { virtually: 'YES' })).code).toBe(40012)
  expect(await quote('USDT', 'BTC', '1.0000001')).toMatchObject({
    code: 10016,
    params: { step: '0.000001', max: '100000000000' },
  })
  for (const amount of ['', '-1', '1e3', '0', '٣', '99999999999999999999'])
    expect((await quote('USDT', 'BTC', amount)).code, amount).toBe(10016)
  expect((await quote('USDT', 'USDT', '1')).code).toBe(40020)
  // Each refusal names what can be given instead, in the coin that is given.
  const little = await quote('USDT', 'BTC', '0.000001')
  expect(little).toMatchObject({ code: 30002, params: { min: expect.stringMatching(/^0\.00\d{4}$/) } })
  expect((await quote('USDT', 'BTC', little.params.min ?? '')).code).toBe(200)
  expect(await quote('USDT', 'ETH', '999999')).toMatchObject({ code: 10026, params: { free: '4900.000000' } })
  const beyond = await quote('USDT', 'BTC', '4000')
  expect(beyond.code).toBe(40008)
  expect((await quote('USDT', 'BTC', String(Number(beyond.params.left) * 0.98).slice(0, 8))).code).toBe(200)
})

test('what is there and waits for its customer to be verified is not called missing', async () => {
  const keep = (units: string): Promise<unknown> =>
    whole.database.asOwner(`update ledger.balances set kept = ${units} where account_id = $1 and asset = 1`, [
      String(accounts['ben']),
    ])
  const quoted = await quote('USDT', 'ETH', '20', { name: 'ben' })
  await keep('free - 10000000')
  expect((await quote('USDT', 'ETH', '20', { name: 'ben' })).code).toBe(10022)
  expect((await convertNow(quoted.result.quoteId, { name: 'ben' })).code).toBe(10022)
  expect(await quote('USDT', 'ETH', '99999', { name: 'ben' })).toMatchObject({
    code: 10026,
    params: { free: '10.000000' },
  })
  await keep('0')
})

test('after its minute a quote returns the new one, and nothing has moved', async () => {
  const { quoteId } = (await quote('USDT', 'ETH', '50')).result
  const before = await free('amy', 'USDT')
  expect((await call('POST', '/sandbox/clock', { advanceMs: 61_000 })).code).toBe(200)
  const late = await convertNow(quoteId)
  expect(late.code).toBe(40006)
  expect(await free('amy', 'USDT')).toBe(before)
  expect((await convertNow(late.params.quote?.quoteId ?? '')).code).toBe(200)
})

test('of twenty at once with one quote one is done; of two with the last inventory, one; and a balance is spent once', async () => {
  const one = (await quote('USDT', 'ETH', '20')).result.quoteId
  const before = await free('amy', 'USDT')
  const twenty = await Promise.all(Array.from({ length: 20 }, () => convertNow(one)))
  expect(new Set(twenty.map(({ result }) => result?.orderNo)).size).toBe(1)
  expect(await free('amy', 'USDT')).toBe(before - 20n * million)
  const { rows } = (await call('GET', 'user/transactions?kind=CONVERSION&size=2')).result as unknown as {
    rows: { order: { of: string; orderNo: string } }[]
  }
  expect(rows.map(({ order }) => [order.of, order.orderNo])).toEqual(
    Array.from({ length: 2 }, () => ['conversion', twenty[0]?.result?.orderNo]),
  )

  // What is left of the BTC is enough for one of them.
  const left = await whole.product.ledger.houseFree(await whole.product.ledger.accountNamed('house:inventory'), 'BTC')
  const price = (await quote('USDT', 'BTC', '10')).result.price
  const max = (left * BigInt(price.replace('.', ''))) / 10_000_000n / 1_500_000n
  const both = await Promise.all([
    quote('USDT', 'BTC', String(max)),
    quote('USDT', 'BTC', String(max), { name: 'ben' }),
  ])
  const outcomes = await Promise.all([
    convertNow(both[0].result.quoteId),
    convertNow(both[1].result.quoteId, { name: 'ben' }),
  ])
  expect(outcomes.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 40008])

  const whole1 = Number((await free('ben', 'USDT')) / million)
  const quotes = await Promise.all(
    [1, 2, 3].map(() => quote('USDT', 'ETH', String(Math.floor(whole1 * 0.6)), { name: 'ben' })),
  )
  const codes = await Promise.all(quotes.map(({ result }) => convertNow(result?.quoteId ?? '', { name: 'ben' })))
  expect(codes.filter(({ code }) => code === 200).length).toBeLessThanOrEqual(1)
  expect(await free('ben', 'USDT')).toBeGreaterThanOrEqual(0n)
})

test('many more at once than there are connections, for a balance that carries one, are each refused for it', async () => {
  await give(accounts['ben'] ?? 0n, 'USDT', 20n * million - (await free('ben', 'USDT')))
  const quotes = await Promise.all(Array.from({ length: 24 }, () => quote('USDT', 'ETH', '15', { name: 'ben' })))
  const responses = await Promise.all(quotes.map(({ result }) => convertNow(result.quoteId, { name: 'ben' })))
  expect(responses.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, ...Array(23).fill(10026)])
})

test('a conversion and its notice are committed together, once, or neither is', async () => {
  await give(accounts['ben'] ?? 0n, 'USDT', 100n * million)
  const notices = () => publishedNotices(whole.database, { template: 'conversion.done' })
  const before = await notices()
  const { quoteId } = (await quote('USDT', 'ETH', '15', { name: 'ben' })).result
  await rolledBackAtCommit(whole.database, async () => {
    expect((await convertNow(quoteId, { name: 'ben' })).code).toBe(10092)
  })
  expect(await notices()).toEqual(before)
  expect(await free('ben', 'USDT')).toBeGreaterThanOrEqual(100n * million)
  const done = await convertNow(quoteId, { name: 'ben' })
  expect((await convertNow(quoteId, { name: 'ben' })).result).toEqual(done.result)
  expect((await notices()).slice(before.length)).toEqual([
    expect.objectContaining({
      accountId: String(accounts['ben']),
      params: expect.objectContaining({ coin: 'USDT', received: `${done.result.received} ETH` }),
    }),
  ])
})

test('what was converted is counted in USDT by the amount given, since a time', async () => {
  type Row = { asset: number; amount: string; at: number; ticks: { code: string; price: string }[] }
  const rows = (await whole.database.asOwner(
    `select from_asset as asset, amount::text, (extract(epoch from done_at) * 1000)::float8 as at, ticks
     from wallet.conversions order by done_at`,
  )) as Row[]
  const inUsdt = rows.map(({ asset, amount, ticks }) => {
    if (asset === 1) return BigInt(amount)
    const { price = '' } = ticks.find(({ code }) => code.startsWith(asset === 4 ? 'BTC' : 'ETH')) ?? {}
    const [units = '', decimals = ''] = price.split('.')
    return (BigInt(amount) * BigInt(units + decimals)) / 10n ** BigInt(2 + decimals.length)
  })
  expect(new Set(rows.map(({ asset }) => asset)).size).toBeGreaterThan(1)
  const volume = convertedVolume(owned<'conversions'>(whole.database.pools.api))
  expect(await volume.read(0)).toBe(String(inUsdt.reduce((sum, one) => sum + one, 0n)))
  expect(await volume.read((rows.at(-1)?.at ?? 0) + 1)).toBe('0')
})
