import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refusalCodes } from '@evenhand/protocol/codes.ts'
import { buyOptions, listOptionsOrder } from '@evenhand/protocol/options.ts'
import { login } from '@evenhand/protocol/accounts.ts'
import { listMarketByType } from '@evenhand/protocol/markets.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetIds } from '../src/domains/ledger/index.ts'
import { checkSigningKey } from '../src/domains/books/index.ts'
import { createLocalBus } from '../src/kernel/bus/local-bus.ts'
import { openSigning } from '../src/kernel/crypto/signing.ts'
import { owned } from '../src/kernel/db/db.ts'
import type { Role } from '../src/kernel/config/roles.ts'
import type { TestDatabase } from './database.ts'
import { guessPasswords } from './fixtures/shared-guesses.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

// One process records prices, settles and seals; two serve customers beside it.
const dir = mkdtempSync(join(tmpdir(), 'evenhand-parts-'))
const bus = createLocalBus()
const start = (roles: readonly Role[], database?: TestDatabase): Promise<WholeProduct> =>
  wholeProduct({ RATE_LIMITS: 'on' }, database, undefined, { part: { roles: new Set(roles), bus: bus.open(), dir } })

let rest: WholeProduct
let one: WholeProduct
let two: WholeProduct
beforeAll(async () => {
  rest = await start(['feed', 'clock', 'console'])
  one = await start(['api'], rest.database)
  two = await start(['api'], rest.database)
})
afterAll(async () => {
  await one.close()
  await two.close()
  await rest.close()
  rmSync(dir, { recursive: true, force: true })
})

type Body = { code: number; result: Record<string, unknown> & unknown[] }
type Sent = { token?: string; key?: string; body?: object }
async function call({ product }: WholeProduct, path: string, { token, key, body }: Sent = {}): Promise<Body> {
  const response = await product.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: path,
    headers: {
      virtually: 'YES',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: token }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return response.json() as Body
}
const signIn = async (account: string): Promise<string> =>
  String((await call(one, login.path, { body: { account, password: `${account}-tries-things` } })).result['token'])
const quoteOf = ({ product }: WholeProduct) => product.markets.latest('BTCUSDT')
const instruments = 'BTCUSDT ETHUSDT SOLUSDT XRPUSDT LTCUSDT DOGEUSDT TRXUSDT'.split(' ')
const order = (index: number) => ({
  code: instruments[index % instruments.length],
  direction: 'UP',
  limitTime: 3600,
  amount: '1000',
})

test('prices that one process records are those of the others, as soon as they are recorded', async () => {
  await rest.product.markets.tick()
  const recorded = quoteOf(rest)
  expect(recorded).toBeDefined()
  for (const at of [one, two]) await expect.poll(() => quoteOf(at)?.seq).toBeGreaterThanOrEqual(recorded?.seq ?? 0)
  const [listed] = (await call(two, `${listMarketByType.path}?size=1&page=1`)).result['rows'] as { price: string }[]
  expect(Number(listed?.price)).toBeGreaterThan(0)
})

test('the last money is spent once, by whichever process; a repeated key gets its response from the other', async () => {
  const token = await signIn('amy')
  // For three orders and a half.
  await rest.database.asOwner(
    `update ledger.balances set free = 3500000000 where asset = ${assetIds['USDT.virtual']}
      and account_id = (select account_id from accounts.customers where username = 'amy')`,
  )
  const spent = instruments.map(() => randomUUID())
  const responses = await Promise.all(
    spent.map((key, index) => call(index % 2 === 0 ? one : two, buyOptions.path, { token, key, body: order(index) })),
  )
  const placed = responses.filter(({ code }) => code === 200).length
  expect(placed, JSON.stringify(responses.map(({ code }) => code))).toBe(3)
  expect(new Set(responses.map(({ code }) => code))).toEqual(new Set([200, refusalCodes.insufficientBalance]))
  const first = responses.findIndex(({ code }) => code === 200)
  const again = await call(first % 2 === 0 ? two : one, buyOptions.path, { token, key: spent[first] ?? '', body: order(first) }) // prettier-ignore
  expect(again.result['orderId']).toBe(responses[first]?.result['orderId'])
  const { result: listed } = await call(two, `${listOptionsOrder.path}?status=open&page=1`, { token })
  expect(listed['total']).toBe(placed)
})

test('a receipt names the newest head that the process with the clock signed, and keys of others are refused', async () => {
  await rest.product.books.seal()
  const signed = rest.product.books.head()
  expect(signed.size).toBeGreaterThan(0)
  await expect.poll(() => one.product.books.head().size).toBeGreaterThanOrEqual(signed.size)
  const db = owned<'books'>(rest.database.pools.api)
  await checkSigningKey(db, openSigning(join(dir, 'keys')))
  const foreign = openSigning(join(dir, 'keys of another machine'))
  await expect(checkSigningKey(db, foreign)).rejects.toThrow('copy the folder DATA_DIR/keys')
})

test('wrong passwords are counted together, whichever process counts them', async () => {
  const [atOne, atTwo] = await guessPasswords(one, two)
  expect(atOne).toBeGreaterThan(3)
  expect(atTwo).toBeLessThan(atOne)
})
