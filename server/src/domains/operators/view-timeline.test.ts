import { timelineKinds, timelineReaders, type TimelineRow } from '@evenhand/protocol/customer-timeline.ts'
import type { OperatorRole } from '@evenhand/protocol/operator-route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityPeople } from '../../../test/fixtures/identity-customers.ts'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let id = ''
let other = ''
const pages = new Map<string, OperatorPage>()
const readers = ['kyc', 'finance1', 'finance2', 'risk', 'support', 'auditor'] as const
const outsiders = ['superadmin', 'content', 'charity'] as const
const secretNetwork = '203.0.113.0/24'
const secretAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

/** What a busy customer leaves: thousands of orders, sign-ins and accesses, some of everything else, several at one time. */
const life = `
  set session_replication_role = replica;
  insert into auth.api_keys (key_hash, id, customer_id, label, ending, scope, virtual_only, created_at, expires_at, revoked_at)
  select sha256('k' || n::text::bytea), gen_random_uuid(), $1, 'bot', 'ab12', 'TRADE', true, now() - interval '2 days', now() + interval '9 days',
    case n when 1 then now() - interval '1 day' end
  from generate_series(1, 2) n;
  insert into options.orders (account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm, limit_time, accepted_at,
    seen_seq, feed_kind, batch_id, batch_index, status, gain, settled_at)
  select c.account_id, uuidv7(make_interval(mins => -n)), 900000 + n, 1, 1, 1, 5000000, 850000, 60, now(), 1, 'SIMULATED',
    gen_random_uuid(), 0, 'LOST', -5000000, now()
  from generate_series(1, 3000) n, accounts.customers c where c.id = $1;
  insert into contracts.history (account_id, id, order_no, asset, instrument_id, side, order_type, lots, leverage, accepted_at,
    feed_kind, status, ended_at)
  select c.account_id, uuidv7(make_interval(mins => -n)), 700000 + n, 1, 1, 1, 'LIMIT', 100, 2, now(), 'SIMULATED', 'CANCELLED', now()
  from generate_series(1, 60) n, accounts.customers c where c.id = $1;
  insert into plans.positions (account_id, id, product_id, principal, days, daily_ppm, penalty_ppm, cooling_hours, terms_hash,
    daily_yield, started_at, next_due)
  select c.account_id, gen_random_uuid(), p.id, 1000000000, 30, 110, 2000, 24, p.terms_hash, 110000, t, t + interval '24 hours'
  from plans.products p, accounts.customers c, date_trunc('second', now()) t where c.id = $1 and p.days = 30;
  insert into collectibles.sales (item_id, id, account_id, customer_id, owner, nonce, charity_id, price, asset, entry, at, due_at)
  select i.id, gen_random_uuid(), c.account_id, c.id, 1, sha256('nonce'), i.charity_id, 25000000, 1, 1, now(), now()
  from accounts.customers c, (select * from collectibles.items limit 1) i where c.id = $1;
  insert into loans.loans (id, customer_id, account_id, amount, days, free_days, daily_ppm, agreement, agreement_hash, agreement_lang,
    template_version, typed_name, ip_hash, signed_at, remark, approvals_needed, moved_at, review_due_at)
  select gen_random_uuid(), $1, c.account_id, 100000000, 30, 7, 300, 'text', sha256('text'), 'en', 1, 'Anna Secret', sha256('x'), now(),
    '', 1, now(), now() + interval '1 day'
  from accounts.customers c where c.id = $1;
  insert into auth.sign_ins (customer_id, id, at, outcome, place, browser, system, new_device)
  select $1, gen_random_uuid(), date_trunc('hour', now()) - make_interval(mins => n / 3), 'SIGNED_IN', '${secretNetwork}', 'Firefox', 'Linux', n % 50 = 0
  from generate_series(1, 2000) n;
  insert into operators.audit_entries (seq, at, operator_name, roles, act, subject, customer_id, reason)
  select 1000000 + n, (extract(epoch from now()) * 1000)::bigint - n * 1000, 'x', '{risk}',
    (array['user.look', 'deposit.view', 'kyc.view', 'user.restrict', 'customer.hold.approve'])[1 + n % 5], 'user:x', $1, 'reason ' || n
  from generate_series(1, 2000) n;
  insert into auth.devices select $1, sha256(n::text::bytea), now() - make_interval(days => n), now() from generate_series(1, 5) n;
  insert into wallet.addresses (id, customer_id, coin, network, address, label, created_at, active_at)
  values (gen_random_uuid(), $1, 'USDT', 'TRC20', '${secretAddress}', 'Anna Secret', now(), now() + interval '1 day');
  insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, source, created_at, due_at)
  select gen_random_uuid(), $1, c.account_id, 1, 'TRC20', 'tron', 7000000, '', md5(n::text) || md5(n::text), 'CLAIM', now(), now()
  from generate_series(1, 4) n, accounts.customers c where c.id = $1;
  insert into wallet.conversions (id, seq, customer_id, account_id, quote_id, from_asset, to_asset, amount, fee, received, ticks, price, entry, accepted_at, done_at)
  select gen_random_uuid(), 1, $1, c.account_id, gen_random_uuid(), 1, 4, 1000, 1, 1, '[1]', '1', 1, now(), now()
  from accounts.customers c where c.id = $1;
  insert into invites.payments (id, inviter_id, account_id, due_at, amount, paid_at)
  select gen_random_uuid(), c.id, c.account_id, date_trunc('week', now(), 'UTC'), 5000000, now() from accounts.customers c where c.id = $1;
  insert into complaints.complaints (id, no, customer_id, kind, text, received_at, due_at, changed_at)
  values (gen_random_uuid(), 1234567, $1, 'account', 'what I write is private', now(), now() + interval '9 days', now());
  insert into operators.notes (id, customer_id, operator_id, at, text)
  select gen_random_uuid(), $1, o.id, now(), 'called back' from operators.operators o limit 1;
  insert into accounts.legal_holds (request_id, customer_id, reference, tell, file_id, review_on, laid_at)
  values (gen_random_uuid(), $1, 'Court of X, 12/26', false, gen_random_uuid(), now()::date + 30, now());
  set session_replication_role = origin`

beforeAll(async () => {
  whole = await wholeProduct()
  const people = identityPeople(whole)
  const token = await people.signIn('amy')
  id = await people.customerIdOf(token)
  other = await people.customerIdOf(await people.signIn('ben'))
  await people.send(await people.form(token), token)
  await whole.database.asOwner(life.replaceAll('$1', `'${id}'`))
  const at = operatorPeople(whole.product.operators)
  for (const role of [...readers, ...outsiders]) pages.set(role, await at.signIn(`sandbox-${role}`))
})
afterAll(() => whole.close())

type Page = { rows: TimelineRow[]; next: string | null; kinds: string[] }
const read = async (role: string, query = '') => {
  const response = await pages.get(role)?.get(`users/${id}/timeline${query}`)
  if (response === undefined) throw new Error(`no operator is ${role}`)
  return response
}
async function readAll(role: string, query: string): Promise<TimelineRow[]> {
  const rows: TimelineRow[] = []
  for (let next: string | null = ''; next !== null;) {
    const page: Page = (await read(role, `${query}&size=100${next === '' ? '' : `&cursor=${next}`}`)).result as Page
    rows.push(...page.rows)
    next = page.next
  }
  return rows
}

test.each(readers)('%s reads the kinds of its role and no others, masked', async (role: OperatorRole) => {
  const mine = timelineKinds.filter((kind) => timelineReaders[kind].includes(role))
  const { result } = await read(role)
  expect((result as Page).kinds).toEqual(mine)
  for (const kind of timelineKinds) {
    const response = await read(role, `?kind=${kind}`)
    expect([kind, response.code]).toEqual([kind, mine.includes(kind) ? 200 : 10008])
    if (response.code === 200 && kind !== 'withdrawal')
      expect((response.result as Page).rows.length, kind).toBeGreaterThan(0)
    const text = JSON.stringify(response)
    for (const secret of [secretNetwork, secretAddress, 'Anna Secret', 'what I write is private'])
      expect(text).not.toContain(secret)
  }
  // Accesses disclose nothing that the role may not read elsewhere, and court orders nothing at all.
  const actions = new Set((await readAll(role, '?kind=access')).map(({ params }) => params['act']))
  expect(actions.has('customer.hold.approve')).toBe(false)
  expect(JSON.stringify(await readAll(role, '?')).includes('Court of X')).toBe(mine.includes('legal'))
  expect(actions.has('deposit.view')).toBe(mine.includes('deposit'))
  expect(actions.has('kyc.view')).toBe(mine.includes('identity'))
  // In full for a reason, which is in the audit log; the auditor reads it.
  const revealed = await pages.get(role)?.post(`users/${id}/timeline`, { id, kind: 'signIn', reason: 'as she asked' })
  if (role === 'auditor') expect(revealed?.code).toBe(10008)
  else expect(JSON.stringify(revealed?.result)).toContain(secretNetwork)
  const { rows } = (await read(role, '?kind=access&size=5')).result as Page
  expect(rows.some(({ params }) => params['reason'] === 'as she asked' && params['roles'] === role)).toBe(
    role !== 'auditor',
  )
})

test.each([
  ['order', /^EH000[0-9]{6}$/],
  ['contract', /^EC000[0-9]{6}$/],
  ['deposit', /^DP[0-9]{9}$/],
  ['conversion', /^CV[0-9]{9}$/],
  ['plan', /^PL[0-9]{9}$/],
  ['loan', /^LN[0-9]{9}$/],
])('a line of the kind %s has the number that the customer reads, and the search finds it', async (kind, form) => {
  const page = pages.get('risk')
  const { rows } = (await read('risk', `?kind=${kind}&size=1`)).result as Page
  const no = rows[0]?.params['no'] ?? ''
  expect(no).toMatch(form)
  const found = await page?.get(`search?q=${no}`)
  expect(found?.result).toContainEqual(expect.objectContaining({ kind, no, customerId: id }))
})

test.each(outsiders)('%s reads nothing of it', async (role) => {
  expect((await read(role)).code).toBe(10008)
})

test('thousands of rows come page by page, newest first, each once, and each page at once', async () => {
  const began = performance.now()
  const rows = await readAll('risk', '?')
  expect(rows.length).toBeGreaterThan(6_000)
  expect(new Set(rows.map((row) => `${row.kind} ${row.id}`)).size).toBe(rows.length)
  expect(rows.every((row, at) => at === 0 || row.at <= (rows[at - 1]?.at ?? 0))).toBe(true)
  // Some sixty pages of a hundred: a page takes some milliseconds, not a second.
  expect((performance.now() - began) / (rows.length / 100)).toBeLessThan(300)
  expect((await readAll('risk', '?kind=order')).length).toBe(3_000)
  // A page of one row at a time loses none where many are of one moment.
  const one = (await readAll('risk', '?kind=deposit')).length
  expect(one).toBe(4)
  const plan = (await whole.database.asOwner(
    `explain select 1 from auth.sign_ins t where t.customer_id = '${other}' and (t.at, t.id) < (now(), null::uuid)
     order by t.at desc, t.id desc limit 51`,
  )) as { 'QUERY PLAN': string }[]
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('sign_ins_of_customer_by_time')
})

test('a hostile cursor, id or size is refused, and another customer’s cursor shows nothing of him', async () => {
  const nil = '00000000-0000-7000-8000-000000000000'
  for (const cursor of [
    'x',
    '1_order_x',
    `1_order_${'f'.repeat(65)}`,
    `9999999999999999_order_${nil}`,
    '1_order_12',
    `1_access_${nil}`,
    `1_constructor_${nil}`,
    `1___proto___${nil}`,
    '1_device_abcd',
    "1_order_'; drop table operators.notes --",
    '1_access_99999999999999999999',
  ])
    expect((await read('risk', `?cursor=${encodeURIComponent(cursor)}`)).code, cursor).toBe(40020)
  for (const query of ['?size=0', '?size=101', '?size=1e3', '?kind=secret', '?kind=__proto__'])
    expect((await read('risk', query)).code, query).toBe(40020)
  expect((await pages.get('risk')?.get(`users/${nil}/timeline`))?.code).toBe(40039)
  expect((await pages.get('risk')?.get(`users/x/timeline`))?.code).toBe(40020)
  const { next } = (await read('risk', '?kind=order&size=1')).result as Page
  const { result } = (await pages.get('risk')?.get(`users/${other}/timeline?kind=order&cursor=${next}`)) ?? {
    result: {},
  }
  expect(result).toMatchObject({ rows: [], next: null })
})
