import type { Found } from '@evenhand/protocol/operator-search.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../src/kernel/db/db.ts'
import { operatorPeople, type OperatorPage } from './fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

// The console's one search: every number leads to what has it, for those whose roles read it alone.

let whole: WholeProduct
const pages = new Map<string, OperatorPage>()
let amy = ''
let deposit = { id: '', orderNo: '', txHash: '' }
let complaint = { id: '', no: '' }
const sender = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

const find = async (role: string, q: string): Promise<Found[]> => {
  const response = await pages.get(role)?.get(`search?q=${encodeURIComponent(q)}`)
  expect(response?.code).toBe(200)
  return response?.result as Found[]
}
const kinds = async (role: string, q: string) => (await find(role, q)).map(({ kind }) => kind)

beforeAll(async () => {
  whole = await wholeProduct()
  const at = operatorPeople(whole.product.operators)
  for (const role of ['finance1', 'kyc', 'support', 'superadmin', 'auditor'])
    pages.set(role, await at.signIn(`sandbox-${role}`))
  const users = await pages.get('finance1')?.get('users?q=amy')
  amy = users?.result.rows[0].id
  const recorded = await pages.get('finance1')?.post('deposits/record', {
    customerId: amy,
    method: 'USDT-TRC20',
    amount: '12.5',
    txHash: 'ab'.repeat(32),
    fromAddress: sender,
    reason: 'Arrived without a form',
  })
  deposit = recorded?.result as typeof deposit
  const customer = async (url: string, body: object, headers: Record<string, string> = {}) =>
    (
      await whole.product.app.inject({
        method: 'POST',
        url: `/swx/customer/${url}`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body),
      })
    ).json<{ result: { token: string; id: string; no: string } }>().result
  const { token } = await customer('login/login', { account: 'amy', password: 'amy-tries-things' })
  complaint = await customer(
    'complaint',
    { kind: 'other', text: 'Nobody answered my letter' },
    { authorization: token, virtually: 'NO' },
  )
})
afterAll(() => whole.close())

it('a deposit is found by its number, transaction and sender, in any spelling, as its list shows it', async () => {
  for (const q of [
    deposit.orderNo,
    deposit.orderNo.toLowerCase(),
    ` ${deposit.orderNo.replace(/^DP0*/, '')} `,
    deposit.txHash,
    `0x${deposit.txHash.toUpperCase()}`,
    deposit.txHash.slice(0, 8),
    `0x${deposit.txHash.slice(0, 40)}`,
    deposit.id,
    sender,
  ])
    expect(await find('finance1', q), q).toContainEqual(
      expect.objectContaining({ kind: 'deposit', id: deposit.id, no: deposit.orderNo, username: 'amy' }),
    )
})

it('a customer is found by a whole id and the beginning of a name, a complaint by its number', async () => {
  for (const q of [amy, 'am', 'AMY'])
    expect(await find('support', q)).toContainEqual(expect.objectContaining({ kind: 'customer', id: amy }))
  for (const q of [complaint.no, complaint.no.toLowerCase(), complaint.no.slice(1)])
    expect(await find('support', q)).toContainEqual(expect.objectContaining({ kind: 'complaint', no: complaint.no }))
})

it('no role finds what it does not read, and nothing of a response names more than the lists do', async () => {
  expect(await kinds('kyc', deposit.orderNo)).not.toContain('deposit')
  expect(await kinds('superadmin', deposit.txHash)).toEqual([])
  expect(await kinds('superadmin', amy)).toEqual([])
  expect(await kinds('superadmin', 'am')).toEqual([])
  expect(await kinds('auditor', deposit.orderNo)).toContain('deposit')
  expect(JSON.stringify(await find('support', 'amy'))).not.toContain('@')
})

it.each([
  '',
  'a',
  '%',
  '_',
  "' or 1=1 --",
  'x'.repeat(128),
  'DP',
  'ab'.repeat(4).slice(0, 7),
  'abababac',
  `${'ab'.repeat(31)}ac`,
  '9'.repeat(19),
  '٣٤',
  '\\',
])('what is a part of a number, or none, finds no case: %s', async (q) =>
  expect((await find('finance1', q)).filter(({ kind }) => kind !== 'customer')).toEqual([]),
)

it('a case reports who decided what and why, to those who read it', async () => {
  const subject = `deposit:${deposit.id}`
  await pages.get('finance1')?.get(`deposits/${deposit.id}`)
  const course = await pages.get('support')?.get(`course?subject=${subject}`)
  expect(course?.result).toEqual([
    expect.objectContaining({ act: 'deposit.record', operator: 'sandbox-finance1', reason: 'Arrived without a form' }),
  ])
  expect(await pages.get('kyc')?.get(`course?subject=${subject}`)).toMatchObject({ code: 40039 })
  for (const wrong of ['', 'deposit:1', `user:${amy}`, `constructor:${amy}`])
    expect(await pages.get('support')?.get(`course?subject=${wrong}`), wrong).toMatchObject({ code: 40020 })
})

it('every condition has an index', async () => {
  const { rows } = await sql<{ tablename: string; indexdef: string }>`
    select tablename, indexdef from pg_indexes where schemaname in ('wallet', 'options', 'contracts', 'kyc', 'complaints')`.execute(
    whole.database.owner,
  )
  const indexed = (table: string, column: string) =>
    rows.some(
      ({ tablename, indexdef }) => tablename === table && new RegExp(`\\((?:chain, )?${column}[,)]`).test(indexdef),
    )
  for (const [table, column] of [
    ['deposits', 'order_no'],
    ['deposits', 'tx_hash'],
    ['deposits', 'from_address'],
    ['withdrawals', 'order_no'],
    ['withdrawals', 'txid'],
    ['withdrawals', 'address'],
    ['conversions', 'order_no'],
    ['addresses_in', 'address'],
    ['orders', 'order_no'],
    ['open_orders', 'order_no'],
    ['positions', 'order_no'],
    ['history', 'order_no'],
    ['identifications', 'document_hash'],
    ['complaints', 'no'],
  ] as const)
    expect(indexed(table, column), `${table}.${column}`).toBe(true)
})

it('a purchase of a collectible is found by its number and leads to its buyer', async () => {
  await whole.database.asOwner(
    `set session_replication_role = replica;
     insert into collectibles.sales (item_id, id, order_no, account_id, customer_id, owner, nonce, charity_id, price, asset, entry, at, due_at)
     select i.id, gen_random_uuid(), 71, c.account_id, c.id, 1, sha256('x'), i.charity_id, 5000000, 1, 1, now(), now()
     from accounts.customers c, (select * from collectibles.items limit 1) i where c.username = 'amy'`,
  )
  expect(await find('support', 'nf000000071')).toMatchObject([
    { kind: 'collectible', no: 'NF000000071', username: 'amy', customerId: amy },
  ])
  expect(await kinds('superadmin', 'NF000000071')).toEqual([])
})
