import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let amy = ''
let ben = ''

type Piece = {
  code: number
  result: { token: string; orderId: string; tables: Record<string, Record<string, unknown>[]>; next: string | null }
}
async function post(path: string, body: object, token = amy): Promise<Piece> {
  const response = await whole.product.app.inject({
    method: 'POST',
    url: path.startsWith('/') ? path : `/swx/customer/${path}`,
    headers: { virtually: 'YES', authorization: token, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return response.json() as Piece
}
const signIn = async (name: string): Promise<string> =>
  (await post('login/login', { account: name, password: `${name}-tries-things` }, '')).result.token
const buy = () => post('order/buyOptions', { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '10' })

/** All pieces, joined, and how many there were. */
async function wholeExport(token: string) {
  const tables: Piece['result']['tables'] = {}
  let after: string | null | undefined
  let pieces = 0
  do {
    const { code, result } = await post('user/export', after === undefined ? {} : { after }, token)
    expect(code).toBe(200)
    for (const [table, rows] of Object.entries(result.tables)) tables[table] = [...(tables[table] ?? []), ...rows]
    after = result.next
    pieces += 1
  } while (after !== null)
  return { tables, pieces }
}

beforeAll(async () => {
  whole = await wholeProduct()
  amy = await signIn('amy')
  ben = await signIn('ben')
})
afterAll(() => whole.close())

/** Tables that name an account or a customer and are in no export, each with its reason. */
const leftOut: Readonly<Record<string, string>> = {
  'accounts.legal_holds':
    'what the law may forbid to disclose; one that is disclosed is in the status, the notices and the audit log, which are',
  'auth.known_networks': 'exported as auth.places, the name that customers know',
  'chats.guests':
    'the address of a visitor without an account, kept a day beyond the conversation; what a customer takes along is in chats.conversations',
  'collectibles.charities': 'the ledger account of a charity, which is no customer',
  'collectibles.offers_on_sale': 'a view of collectibles.offers, which is exported, and of the status',
  'collectibles.ownerships': 'a view of collectibles.sales and collectibles.resales, which are exported',
  'ledger.reserves': "the house's own accounts, one a product and asset; no customer has a row",
  'ledger.origins': 'what the house and its custody have issued; no customer has a row',
  'liabilities.leaves':
    'a copy of balances that ledger.entries come to, for the newest three days; its customer downloads it as a proof',
  'operators.operators': 'the address of an operator, who is no customer',
  'operators.audit_entries': 'exported as operators.acts, the name that customers know',
  'operators.audit_entries_on_customers': 'a view of operators.audit_entries, which is exported as operators.acts',
  'operators.announced_adjustments': 'a view of operators.debits, which is exported',
  'operators.entry_debits': 'sums of operators.debits by entry, which are exported',
  'operators.stopped': 'a view of operators.restrictions, which is exported, and of the status',
}

test('every table that names a customer is exported', async () => {
  const named = (await whole.database.asOwner(
    `select distinct table_schema || '.' || table_name as name from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema')
       and column_name in ('customer_id', 'account_id', 'owner', 'user_id', 'invited_by', 'email')`,
  )) as { name: string }[]
  const exported = whole.product.profile.exportTables
  expect(named.map(({ name }) => name).filter((name) => !exported.includes(name) && !(name in leftOut))).toEqual([])
  expect(Object.keys(leftOut).filter((name) => exported.includes(name))).toEqual([])
  expect(new Set(exported).size).toBe(exported.length)
})

test('it needs a recent proof, and an `after` that is one', async () => {
  expect((await post('user/export', {})).code).toBe(40036)
  expect((await post('user/proof', { password: 'amy-tries-things' })).code).toBe(200)
  expect((await post('user/export', {})).code).toBe(200)
  for (const after of ['999.0', 'x', '1', "1.0' or true"])
    expect((await post('user/export', { after })).code).toBe(40020)
  expect((await post('user/export', {}, '')).code).toBe(401)
})

test('it holds all of the customer’s, with receipts, and nothing of others or to sign in with', async () => {
  await post('user/antiPhishing', { phrase: 'seven quiet herons' })
  const bought = [await buy(), await buy(), await buy()]
  await post('/sandbox/clock', { advanceMs: 90_000 })
  const running = await buy()
  expect((await post('user/proof', { password: 'amy-tries-things' })).code).toBe(200)
  const { tables } = await wholeExport(amy)
  expect(Object.keys(tables).toSorted()).toEqual(whole.product.profile.exportTables.toSorted())
  expect(tables['accounts.customers']).toEqual([expect.objectContaining({ username: 'amy' })])
  expect(tables['options.orders']?.map(({ id }) => id).toSorted()).toEqual(
    bought.map(({ result }) => result.orderId).toSorted(),
  )
  for (const order of [...(tables['options.orders'] ?? []), ...(tables['options.open_orders'] ?? [])])
    expect(order['receipt']).toMatchObject({ order: { orderId: order['id'] } })
  expect(tables['options.open_orders']?.map(({ id }) => id)).toEqual([running.result.orderId])
  expect(tables['ledger.entries']?.[0]).toMatchObject({ kind: 'virtual.opening', amount: '10000.000000' })
  expect(tables['auth.phrases']).toEqual([expect.objectContaining({ phrase: 'seven quiet herons' })])
  const text = JSON.stringify(tables)
  for (const secret of ['argon2', amy, ben, 'ben-tries', '"ben"']) expect(text).not.toContain(secret)
})

test('what is more than a piece comes in several, each row once', async () => {
  const session = await whole.product.auth.findSession(amy)
  const { ledger } = whole.product
  const house = await ledger.accountNamed('house:capital')
  for (let n = 0; n < 1_100; n++)
    await ledger.post(whole.database.owner, {
      kind: 'test.move',
      ref: '01900000-0000-7000-8000-000000000000',
      at: 1_800_000_000_000,
      lines: [
        { accountId: session?.accountId ?? 0n, asset: 'USDT.virtual', units: 1n },
        { accountId: house, asset: 'USDT.virtual', units: -1n },
      ],
    })
  const { tables, pieces } = await wholeExport(amy)
  expect(pieces).toBeGreaterThan(2)
  const numbers = tables['ledger.entries']?.map(({ seq }) => seq) ?? []
  expect(numbers.length).toBeGreaterThan(1_100)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('rows that are there throughout are each in one piece, whatever comes and goes before them meanwhile', async () => {
  const session = await whole.product.auth.findSession(ben)
  expect((await post('user/proof', { password: 'ben-tries-things' }, ben)).code).toBe(200)
  const keyOf = (n: number): string => `k${String(n).padStart(4, '0')}`
  const insert = (from: number, to: number) =>
    whole.database.asOwner(
      `insert into ledger.keys (account_id, key, route, request, ref, at)
       select $1, 'k' || lpad(n::text, 4, '0'), 'buyOptions', '\\x00', gen_random_uuid(), now() from generate_series($2::int, $3::int) n`,
      [session?.accountId, from, to],
    )
  await insert(1000, 2400)
  const seen: string[] = []
  let after: string | null = '0.0'
  let pieces = 0
  while (after !== null) {
    const { code, result }: Piece = await post('user/export', { after }, ben)
    expect(code).toBe(200)
    const keys = (result.tables['ledger.keys'] ?? []).map(({ key }) => String(key))
    seen.push(...keys)
    after = result.next
    if (keys.length === 0 || (pieces += 1) > 2) continue
    // Some come before the cursor, and others of before it are forgotten.
    await insert(pieces * 100, pieces * 100 + 20)
    const gone = seen.slice(0, 10 * pieces)
    await whole.database.asOwner('delete from ledger.keys where account_id = $1 and key = any ($2)', [
      session?.accountId,
      gone,
    ])
  }
  expect(pieces).toBeGreaterThan(2)
  const lasting = Array.from({ length: 1401 }, (_, n) => keyOf(1000 + n))
  expect(seen.filter((key) => key >= 'k1000')).toEqual(lasting)
})

test('a cursor that no piece ended with is refused', async () => {
  expect((await post('user/proof', { password: 'ben-tries-things' }, ben)).code).toBe(200)
  const cursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const after of ['0.1', '0.500', `0.${cursor(7)}`, `0.${cursor({ id: 'none', asset: 'none' })}`])
    expect((await post('user/export', { after }, ben)).code, after).toBe(40020)
  // Every part can be read behind a cursor; the ledger's entries alone are counted, and know no other.
  const codes: number[] = []
  for (let n = 0; n < whole.product.profile.exportTables.length; n += 1)
    codes.push((await post('user/export', { after: `${n}.${cursor({})}` }, ben)).code)
  expect(codes.filter((code) => code !== 200)).toEqual([40020])
})
