import { randomUUID } from 'node:crypto'
import { languages } from '@evenhand/protocol/languages.ts'
import { transactionKinds } from '@evenhand/protocol/settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'
import { statementBlocks } from './statement-document.ts'
import { statementWords } from './statement-words.ts'

let whole: WholeProduct
let amy = ''
let ben = ''
let month = ''
let account = 0n
const million = 1_000_000n

const pdf = (options: { month: string; token?: string; virtually?: string; lang?: string }) =>
  whole.product.app.inject({
    method: 'GET',
    url: `/swx/customer/user/statement.pdf?month=${options.month}&lang=${options.lang ?? 'en'}`,
    headers: { virtually: options.virtually ?? 'NO', authorization: options.token ?? amy },
  })

async function move(kind: string, units: bigint): Promise<void> {
  const { ledger } = whole.product
  await ledger.post(whole.database.owner, {
    kind,
    ref: randomUUID(),
    at: Date.now(),
    lines: [
      { accountId: account, asset: 'USDT', units },
      { accountId: await ledger.accountNamed('house:capital'), asset: 'USDT', units: -units },
    ],
  })
}

async function signIn(name: string): Promise<{ token: string; id: string }> {
  const response = await whole.product.app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account: name, password: `${name}-tries-things` }),
  })
  const { token, user } = response.json().result as { token: string; user: { id: string } }
  return { token, id: user.id }
}

beforeAll(async () => {
  whole = await wholeProduct({ RATE_LIMITS: 'on' })
  const signedIn = await signIn('amy')
  amy = signedIn.token
  ben = (await signIn('ben')).token
  account = await whole.product.ledger.accountNamed(`user:${signedIn.id}`)
  month = new Date().toISOString().slice(0, 7)
  await move('deposit', 120n * million)
  await move('withdrawal', -20_500_000n)
  await move('withdrawal.fee', -41_000n)
})
afterAll(() => whole.close())

test('a month is a PDF of one’s own in every language, six in a minute, and the real account’s alone', async () => {
  for (const [index, { value }] of languages.entries()) {
    const response = await pdf({ month, lang: value, token: index < 6 ? amy : ben })
    expect(response.headers['content-type'], value).toBe('application/pdf')
    expect(response.headers['content-disposition']).toBe(`attachment; filename="statement-${month}.pdf"`)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(response.rawPayload.subarray(-6).toString()).toContain('%%EOF')
  }
  const seventh = await pdf({ month })
  expect(seventh.statusCode).toBe(429)
  expect(seventh.json()).toMatchObject({ code: 40029, params: { retryAfterS: expect.any(Number) } })
  expect((await pdf({ month, virtually: 'YES' })).json().code).toBe(40012)
  expect((await pdf({ month, token: 'nobody' })).statusCode).toBe(401)
})

test.each(languages)('every kind of movement has its word in $value', ({ value }) => {
  expect(Object.keys(statementWords(value).kinds)).toEqual(transactionKinds)
  for (const word of Object.values(statementWords(value).kinds)) expect(word).not.toBe('')
})

test('a month that has not begun, or was before the account, is refused, and so is none at all', async () => {
  const { token } = await signIn('ben')
  for (const other of ['2026-13', '', '2026-11-01', '26-11'])
    expect((await pdf({ month: other, token })).json().code, other).toBe(40020)
  // Out of range is refused only after the rate is counted, and ben has one left.
  expect((await pdf({ month: '2099-01', token })).json()).toMatchObject({
    code: 40020,
    params: { fields: [{ field: 'month', reason: 'outOfRange' }] },
  })
})

test('balances, kinds and lines add up to what the ledger moved', async () => {
  const from = Date.parse(`${month}-01T00:00:00Z`)
  const to = from + 32 * 86_400_000
  const upTo = await whole.product.ledger.statement.newest(account)
  // It comes while the statement is put together: none of its parts has it.
  await move('deposit', million)
  const sums = await whole.product.ledger.statement.sums({ accountId: account, from, to, upTo })
  const blocks = statementBlocks(statementWords('en'), {
    customer: { name: 'amy', email: 'amy@mail.example' },
    from,
    to,
    at: from,
    head: { size: 3, root: 'ab' },
    sandbox: true,
    sums,
    lines: [],
  })
  const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block.rows] : []))
  expect(tables[0]).toEqual([['USDT', '0.000000', '120.000000', '−20.541000', '99.459000']])
  expect(sums.kinds.map(({ asset }) => asset)).toContain('USDT.virtual')
  expect(tables[1]?.map((row) => row[1])).toEqual(['USDT', 'USDT', 'USDT'])
  expect(tables[1]?.map((row) => row.slice(0, 4))).toContainEqual(['Withdrawal', 'USDT', '1', '−20.500000'])
  expect(blocks.some((block) => 'text' in block && block.text.includes('more lines'))).toBe(true)
  const nothing = await whole.product.ledger.statement.sums({ accountId: account, from: 0, to: 1, upTo })
  expect(nothing.kinds).toEqual([])
  const later = await whole.product.ledger.statement.sums({ accountId: account, from: to, to: to + 1, upTo })
  expect(later.openings.get('USDT')).toBe(99_459_000n)
})
