import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityPeople } from '../../../test/fixtures/identity-customers.ts'
import { operatorPeople } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let amy = ''
let ben = ''
const id = '01890000-0000-7000-8000-000000000001'
const shared = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

const rows = `
  set session_replication_role = replica;
  insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, source, status, credited,
    credited_usdt, entry, created_at, due_at)
  select gen_random_uuid(), $1, c.account_id, 1, 'TRC20', 'tron', 900000000, '', md5(n::text) || md5(n::text), 'CLAIM',
    case when n < 3 then 'CREDITED' else 'ON_HOLD_AML' end, case when n < 3 then 900000000 end,
    case when n < 2 then 900000000 end, case when n < 3 then 1 end, now(), now()
  from generate_series(1, 3) n, accounts.customers c where c.id = $1;
  insert into wallet.addresses (id, customer_id, coin, network, address, label, created_at, active_at)
  values ('01890000-0000-7000-8000-00000000000a', $1, 'USDT', 'TRC20', '${shared}', 'mine', now() - interval '2 days', now()),
    (gen_random_uuid(), $2, 'USDT', 'TRC20', '${shared}', 'his', now(), now() + interval '1 day');
  insert into wallet.withdrawals (id, order_no, customer_id, account_id, method, coin, network, chain, address_id, address, asset,
    amount, fee, net, requested_at, due_at, confirmed_by, payload_hash, prices, to_origin, status, moved_at, approvals_needed,
    retry_at, txid, signed, completed_at)
  select case when n = 1 then '${id}'::uuid else gen_random_uuid() end, 7000 + n, $1, c.account_id, 'USDT-TRC20',
    case n when 3 then 'BTC' else 'USDT' end, 'TRC20', 'tron', '01890000-0000-7000-8000-00000000000a', '${shared}',
    case n when 3 then 4 else 1 end, 200000000, 0, 200000000, now(), now() + interval '24 hours', 'code', sha256(n::text::bytea),
    array[100000000000, null]::bigint[], n = 1, case n when 1 then 'REVIEW' when 2 then 'REVIEW' else 'COMPLETED' end, now(), 1,
    now(), case n when 3 then 'sandbox-1234' end, case n when 3 then '\\x00'::bytea end, case n when 3 then now() end
  from generate_series(1, 3) n, accounts.customers c where c.id = $1;
  insert into options.orders (account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm, limit_time, accepted_at,
    seen_seq, feed_kind, batch_id, batch_index, status, gain, settled_at)
  select c.account_id, uuidv7(), 900000 + n, n, 1, 1, 5000000 * n, 850000, 60, now(), 1, 'SIMULATED',
    gen_random_uuid(), 0, 'LOST', -5000000 * n, now()
  from generate_series(1, 2) n, accounts.customers c where c.id = $1;
  update auth.sign_ins set new_device = true where customer_id = $1;
  insert into auth.sign_ins (customer_id, id, at, outcome, place)
  values ($1, gen_random_uuid(), now() - interval '8 days', 'SIGNED_IN', 'x'), ($1, gen_random_uuid(), now() - interval '1 hour', 'WRONG_PASSWORD', 'x');
  insert into auth.security_changes values ($1, now(), 'PASSWORD');
  set session_replication_role = origin`

beforeAll(async () => {
  whole = await wholeProduct()
  const people = identityPeople(whole)
  amy = await people.customerIdOf(await people.signIn('amy'))
  ben = await people.customerIdOf(await people.signIn('ben'))
  await whole.database.asOwner(rows.replaceAll('$1', `'${amy}'`).replaceAll('$2', `'${ben}'`))
})
afterAll(() => whole.close())

test('what is known of a withdrawal stands as facts with their numbers, for those who read withdrawals', async () => {
  const at = operatorPeople(whole.product.operators)
  const risk = await at.signIn('sandbox-risk')
  await risk.post('users/restrict', { id: amy, lift: false, reasonCode: 'AML_REVIEW', reason: 'a look at the source' })
  const { code, result } = await risk.get(`withdrawals/${id}/risk`)
  expect(code).toBe(200)
  expect(result).toMatchObject({
    // 2 BTC at 100 000 USDT went out; one deposit had no price and is not in the sum.
    flows: { deposited: '900.000000', withdrawn: '200000.000000', traded: '-5.000000', unpriced: 1 },
    address: { toOrigin: true, sharedWith: 1, others: [{ customerId: ben, username: 'ben' }] },
    account: { restriction: 'AML_REVIEW', legalHold: false, depositsOnHold: 1, withdrawalsWaiting: 1 },
    access: { signIns: 1, failed: 1, newDevices: 1, newAtRequest: true, fundPasswordChangedAt: null },
  })
  expect(result.address.ageMs).toBeGreaterThan(86_400_000)
  expect(result.access.credentialsChangedAt).toBeGreaterThan(0)
  expect((await risk.get('withdrawals/01890000-0000-7000-8000-0000000000ff/risk')).code).toBe(40039)
  const views = await whole.database.asOwner(
    `select 1 from operators.audit_entries where act = 'withdrawal.view' and subject = $1`,
    [`withdrawal:${id}`],
  )
  expect(views).toHaveLength(1)
  for (const role of ['kyc', 'superadmin', 'content'])
    expect((await (await at.signIn(`sandbox-${role}`)).get(`withdrawals/${id}/risk`)).code, role).toBe(10008)
})
