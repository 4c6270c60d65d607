import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityPeople } from './fixtures/identity-customers.ts'
import { operatorPeople, type OperatorPage } from './fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

let whole: WholeProduct
let finance: OperatorPage
let kyc: OperatorPage
let amy = ''
let ben = ''
const day = 86_400_000
/** Midnight of the day on which the first case came. */
const first = Math.floor(Date.now() / day) * day - 10 * day
const idOf = (kind: string, n: number): string => `01890000-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`

// Ten of each kind: one a day, of n hundred USDT; every fourth withdrawal has no price. Amy has the odd ones.
const rows = () => `
  set session_replication_role = replica;
  insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, source, status,
    resubmitted, round, created_at, due_at)
  select ('01890000-0000-7000-8000-a' || lpad(n::text, 11, '0'))::uuid, c.id, c.account_id, 1, 'TRC20', 'tron', n * 100000000,
    'aB3dE6', case when n in (3, 4) then repeat('e', 64) else md5(n::text) || md5(n::text) end,
    case when n = 4 then 'CHAIN' else 'CLAIM' end, 'SUBMITTED', n = 5, 1 + (n = 5)::int,
    to_timestamp(${first / 1000}) + (n - 1) * interval '1 day', now() + n * interval '1 hour'
  from generate_series(1, 10) n, accounts.customers c
  where c.id = case when n % 2 = 1 then '${amy}'::uuid else '${ben}'::uuid end;
  insert into wallet.addresses (id, customer_id, coin, network, address, label, created_at, active_at)
  values ('${idOf('d', 1)}', '${amy}', 'USDT', 'TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'old', to_timestamp(0), to_timestamp(86400)),
    ('${idOf('d', 2)}', '${ben}', 'USDT', 'TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'new', to_timestamp(${first / 1000}), to_timestamp(${first / 1000 + 86400}));
  insert into wallet.withdrawals (id, order_no, customer_id, account_id, method, coin, network, chain, address_id, address, asset,
    amount, fee, net, requested_at, due_at, confirmed_by, payload_hash, prices, to_origin, status, moved_at, approvals_needed, retry_at)
  select ('01890000-0000-7000-8000-b' || lpad(n::text, 11, '0'))::uuid, 7000 + n, c.id, c.account_id, 'USDT-TRC20',
    case when n % 4 = 0 then 'BTC' else 'USDT' end, 'TRC20', 'tron', case when n % 2 = 1 then '${idOf('d', 1)}'::uuid else '${idOf('d', 2)}'::uuid end,
    case when n > 8 then 'TAnother' else 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' end, case when n % 4 = 0 then 4 else 1 end,
    n * 100000000, 0, n * 100000000, to_timestamp(${first / 1000}) + (n - 1) * interval '1 day',
    to_timestamp(${first / 1000}) + n * interval '1 day', 'code', sha256(n::text::bytea),
    array[null, null]::bigint[], false, 'REVIEW', now(), 1 + (n > 6)::int, now()
  from generate_series(1, 10) n, accounts.customers c
  where c.id = case when n % 2 = 1 then '${amy}'::uuid else '${ben}'::uuid end;
  insert into accounts.legal_holds (request_id, customer_id, reference, tell, file_id, review_on, laid_at)
  values (gen_random_uuid(), '${ben}', 'COURT-1', false, gen_random_uuid(), current_date + 30, now());
  set session_replication_role = origin`

beforeAll(async () => {
  whole = await wholeProduct()
  const people = identityPeople(whole)
  amy = await people.customerIdOf(await people.signIn('amy'))
  ben = await people.customerIdOf(await people.signIn('ben'))
  await whole.database.asOwner(rows())
  const at = operatorPeople(whole.product.operators)
  finance = await at.signIn('sandbox-finance1')
  kyc = await at.signIn('sandbox-kyc')
})
afterAll(() => whole.close())

/** The numbers of the cases that a list returns, in its order, with how many there are in all. */
async function listed(query: string, by: OperatorPage = finance): Promise<{ numbers: number[]; total: number }> {
  const { code, result } = await by.get(query)
  expect(code).toBe(200)
  const ids = (result.rows as { id: string }[]).map(({ id }) => Number(id.slice(-11)))
  return { numbers: ids, total: result.total as number }
}
const deposits = (query: string) => listed(`deposits?status=WAITING&${query}`)
const withdrawals = async (query: string) =>
  (await listed(`withdrawals?status=REVIEW&${query}`)).numbers.toSorted((a, b) => a - b)

test('deposits are found by the day they came, by their worth and by what is odd about them', async () => {
  expect(await deposits(`from=${first + 2 * day}&to=${first + 5 * day}`)).toEqual({ numbers: [3, 4, 5], total: 3 })
  expect(await deposits('minUsdt=300&maxUsdt=500.5')).toEqual({ numbers: [3, 4, 5], total: 3 })
  expect((await deposits('risk=SAME_TRANSACTION')).numbers).toEqual([3, 4])
  expect((await deposits('risk=SUBMITTED_AGAIN')).numbers).toEqual([5])
  expect((await deposits('risk=AMOUNT_DIFFERS')).numbers).toEqual([])
  expect((await deposits('risk=LEGAL_HOLD')).numbers).toEqual([2, 4, 6, 8, 10])
  expect((await deposits(`risk=LEGAL_HOLD&minUsdt=500&from=${first + 6 * day}`)).numbers).toEqual([8, 10])
})

test('a filtered list is paged without a gap or a repeated row, and reports how many it has', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => deposits(`minUsdt=300&page=${page}&size=3`)))
  expect(pages.map(({ numbers }) => numbers)).toEqual([[3, 4, 5], [6, 7, 8], [9, 10], []])
  expect(pages.map(({ total }) => total)).toEqual([8, 8, 8, 8])
})

test('withdrawals are found by worth, which keeps those without a price, and by their risk', async () => {
  expect(await withdrawals('minUsdt=900')).toEqual([4, 8, 9, 10])
  expect(await withdrawals('maxUsdt=200')).toEqual([1, 2, 4, 8])
  expect(await withdrawals('risk=TWO_PERSONS')).toEqual([7, 8, 9, 10])
  expect(await withdrawals('risk=ADDRESS_NEW')).toEqual([2, 4, 6])
  expect(await withdrawals('risk=ADDRESS_SHARED')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(await withdrawals('risk=FUND_PASSWORD_NEW')).toEqual([])
  expect(await withdrawals('risk=LEGAL_HOLD')).toEqual([2, 4, 6, 8, 10])
})

test('the cases of an operator and the unassigned ones are filtered by the server', async () => {
  const own = [2, 5].map((n) => `deposit:${idOf('a', n)}`)
  await finance.post('assignments', { subjects: own, operator: 'sandbox-finance1' })
  await finance.post('assignments', { subjects: [`deposit:${idOf('a', 7)}`], operator: 'sandbox-finance2' })
  expect(await deposits('assignee=mine')).toEqual({ numbers: [2, 5], total: 2 })
  expect((await deposits('assignee=mine&minUsdt=400')).numbers).toEqual([5])
  expect((await deposits('assignee=none')).numbers).toEqual([1, 3, 4, 6, 8, 9, 10])
  expect(await withdrawals('assignee=mine')).toEqual([])
})

test('every queue takes days and holds; a value that is none, or a range that is empty, is refused', async () => {
  const support = await operatorPeople(whole.product.operators).signIn('sandbox-support')
  for (const list of ['kyc', 'complaints', 'fundResets']) {
    const by = list === 'complaints' ? support : kyc
    expect(await listed(`${list}?from=${first}&to=${first + day}&risk=LEGAL_HOLD`, by)).toEqual({
      numbers: [],
      total: 0,
    })
  }
  expect((await listed('kyc?risk=SAME_DOCUMENT&assignee=none', kyc)).numbers).toEqual([])
  expect((await listed('kyc?risk=SECOND_PERSON', kyc)).numbers).toEqual([])
  const refused = async (query: string) => (await finance.get(`deposits?${query}`)).code
  for (const query of [
    'from=soon',
    'from=-1',
    'from=99999999999999',
    `from=${first}&to=${first}`,
    'minUsdt=1e3',
    'minUsdt=-1',
    'minUsdt=1.0000001',
    `minUsdt=${'9'.repeat(13)}`,
    'minUsdt=5&maxUsdt=4',
    'risk=ODD',
    'risk=TWO_PERSONS',
    'assignee=sandbox-finance1',
  ])
    expect([query, await refused(query)]).toEqual([query, 40020])
})
