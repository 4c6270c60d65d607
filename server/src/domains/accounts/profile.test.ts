import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let amy = ''
let ben = ''

type Row = { id: string; kind: string; asset: string; amount: string; balance: string; order: { code: string } | null }
type Response = {
  code: number
  notice?: number
  params: { fields?: unknown }
  result: { token: string; rows: Row[]; total: number; upTo: string; lang: string; orderId: string }
}
type CallOptions = { token?: string; virtually?: string }
const send = (method: 'GET' | 'POST' | 'PUT', path: string, body: object | undefined, options: CallOptions = {}) =>
  whole.product.app.inject({
    method,
    url: path.startsWith('/') ? path : `/swx/customer/${path}`,
    headers: {
      virtually: options.virtually ?? 'YES',
      authorization: options.token ?? amy,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
const get = async (path: string, options?: CallOptions) =>
  (await send('GET', path, undefined, options)).json() as Response
const put = async (path: string, body: object, options?: CallOptions) =>
  (await send('PUT', path, body, options)).json() as Response
const post = async (path: string, body: object, options?: CallOptions) =>
  (await send('POST', path, body, options)).json() as Response
const signIn = async (name: string): Promise<string> =>
  (await post('login/login', { account: name, password: `${name}-tries-things` }, { token: '' })).result.token

beforeAll(async () => {
  whole = await wholeProduct()
  amy = await signIn('amy')
  ben = await signIn('ben')
})
afterAll(() => whole.close())

test('settings are kept for every device, one by one, and are the customer’s own', async () => {
  const first = await put('user/settings', { lang: 'ar', colorScheme: 'dark' })
  expect(first).toMatchObject({
    code: 200,
    notice: 20005,
    result: { lang: 'ar', colorScheme: 'dark', riseColor: 'red' },
  })
  const both = await Promise.all([
    put('user/settings', { riseColor: 'cvd' }),
    put('user/settings', { realityCheckMin: 15, lang: 'ja' }),
  ])
  expect(both.map(({ code }) => code)).toEqual([200, 200])
  const elsewhere = await signIn('amy')
  expect(await post('user/getUserInfo', {}, { token: elsewhere })).toMatchObject({
    result: { lang: 'ja', colorScheme: 'dark', riseColor: 'cvd' },
  })
  expect(await put('user/settings', {})).toMatchObject({ result: { realityCheckMin: 15 } })
  expect(await post('user/getUserInfo', {}, { token: ben })).toMatchObject({ result: { colorScheme: 'system' } })
})

test('a customer’s inviter is shown to that customer alone, by a masked name', async () => {
  await whole.database.asOwner(
    `update accounts.customers set invited_at = now(), invited_by = (select id from accounts.customers where username = 'amy') where username = 'ben'`,
  )
  expect(await post('user/getUserInfo', {}, { token: ben })).toMatchObject({ result: { invitedBy: 'a***y' } })
  const own = (await post('user/getUserInfo', {}, { token: amy })).result
  for (const unknown of ['invitedBy', 'birthDate']) expect(own).not.toHaveProperty(unknown)
})

test.each([
  [{ lang: 'xx' }],
  [{ colorScheme: 'pink' }],
  [{ riseColor: 1 }],
  [{ realityCheckMin: 5 }],
  [{ status: 'CLOSED' }],
])('%j is no setting', async (body) => {
  expect((await put('user/settings', body)).code).toBe(40020)
})

test('quiet hours are kept with the other settings, and taken away by null', async () => {
  const quiet = { from: '22:30', to: '07:00', zone: 'Asia/Singapore' }
  expect(await put('user/settings', { quietHours: quiet, lang: 'en' })).toMatchObject({
    code: 200,
    result: { quietHours: quiet, lang: 'en' },
  })
  expect(await put('user/settings', { lang: 'ja' })).toMatchObject({ result: { quietHours: quiet } })
  expect(await get('user/settings')).toMatchObject({ result: { quietHours: quiet, lang: 'ja' } })
  expect(await put('user/settings', { quietHours: null })).toMatchObject({ result: { quietHours: null } })
})

test.each([
  { from: '22:30', to: '07:00', zone: 'Mars/Base' },
  { from: '22:30', to: '22:30', zone: 'UTC' },
  { from: '24:00', to: '07:00', zone: 'UTC' },
  { from: '22:30', to: '07:00' },
])('quiet hours of %j are none, and then nothing is kept', async (quietHours) => {
  const before = await get('user/settings')
  expect((await put('user/settings', { quietHours, lang: 'de', realityCheckMin: 30 })).code).toBe(40020)
  expect((await get('user/settings')).result).toEqual(before.result)
})

test('no settings are kept without a session', async () => {
  expect((await put('user/settings', { lang: 'en' }, { token: '' })).code).toBe(401)
})

test('an account has its own entries, newest first, with what it held after each', async () => {
  const before = await get('user/transactions')
  expect(before.result.rows.at(-1)).toMatchObject({ kind: 'OPENING', amount: '10000.000000', balance: '10000.000000' })
  const wish = { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '50' }
  const bought = await post('order/buyOptions', wish)
  expect(bought.code).toBe(200)
  await post('/sandbox/clock', { advanceMs: 90_000 })
  await post('user/virtual/reset', {})
  const { rows } = (await get('user/transactions?page=1')).result
  const [reset, order, opening] = rows
  expect(reset).toMatchObject({ kind: 'RESET', balance: '10000.000000', order: null })
  expect(order).toMatchObject({ order: { id: bought.result.orderId, code: 'BTCUSDT' } })
  expect(order?.kind).toBe(order?.amount.startsWith('-') === true ? 'LOSS' : 'WIN')
  expect(opening?.kind).toBe('OPENING')
  expect((await get('user/transactions', { virtually: 'NO' })).result.rows).toEqual([])
  expect((await get('user/transactions', { token: ben })).result.rows.map(({ kind }) => kind)).toEqual(['OPENING'])
  expect((await get('user/transactions', { virtually: 'maybe' })).code).toBe(40030)
})

/** Moves virtual money of amy's to the house or back, as trading would. */
async function move(units: bigint): Promise<void> {
  const session = await whole.product.auth.findSession(amy)
  const { ledger } = whole.product
  const house = await ledger.accountNamed('house:capital')
  await ledger.post(whole.database.owner, {
    kind: 'test.move',
    ref: '01900000-0000-7000-8000-000000000000',
    at: 1_900_000_000_000,
    lines: [
      { accountId: session?.accountId ?? 0n, asset: 'USDT.virtual', units },
      { accountId: house, asset: 'USDT.virtual', units: -units },
    ],
  })
}

test('pages stay where they are while new entries are written, and every balance is the one before and the amount', async () => {
  for (let n = 1; n <= 30; n++) await move(n % 2 === 0 ? BigInt(n) : BigInt(-n))
  const first = (await get('user/transactions?page=1&size=10')).result
  await move(-5n)
  const second = (await get(`user/transactions?page=2&size=10&upTo=${first.upTo}`)).result
  const ids = [...first.rows, ...second.rows].map(({ id }) => id)
  expect(new Set(ids).size).toBe(20)
  expect(second.total).toBe(first.total)
  const micro = (text: string): bigint => BigInt(text.replace('.', ''))
  const lines = [...first.rows, ...second.rows]
  for (const [at, line] of lines.slice(0, -1).entries())
    expect(micro(line.balance) - micro(line.amount)).toBe(micro(lines[at + 1]?.balance ?? '0'))
  expect((await get('user/transactions?kind=OPENING')).result.rows).toHaveLength(1)
  expect((await get('user/transactions?kind=OTHER&size=100')).result.total).toBe(31)
  expect((await get('user/transactions?from=1800000000000&to=1900000000000')).result.rows).toEqual([])
  expect((await get('user/transactions?coin=BTC')).result.rows).toEqual([])
  expect((await get('user/transactions?kind=BRIBE')).code).toBe(40020)
})

test('the same as a file for a spreadsheet, which no cache keeps', async () => {
  const file = await send('GET', 'user/transactions?format=csv', undefined)
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="transactions-virtual.csv"',
    'cache-control': 'no-store',
  })
  expect(file.body.startsWith('\uFEFFtime,kind,account,coin,')).toBe(true)
  expect(file.body).toMatch(/Z,OPENING,virtual,USDT,10000\.000000,10000\.000000,,\r\n$/)
  expect((await send('GET', 'user/transactions?format=csv', undefined, { token: '' })).statusCode).toBe(401)
})
