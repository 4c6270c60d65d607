import type { TestDatabase } from './database.ts'
import { code, type BooksFixture } from './fixtures/books.ts'

const customer = '0190a000-0000-7000-8000-00000000000a'
const id = (n: number): string => `0190a000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** The ids of what `fillLedger` writes. */
export const filled = {
  customer,
  deposit: id(1),
  reversed: id(2),
  paid: id(3),
  pending: id(4),
  conversion: id(5),
  topUp: id(6),
  adjustment: id(7),
} as const

const at = `timestamptz '2026-11-21 12:00:00Z'`

/** Rows of the wallet as its functions leave them: two deposits of which one is taken back, two withdrawals, a conversion. */
const wallet = `
  insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, source, status, created_at, due_at)
  select d.id::uuid, c.id, c.account_id, 1, 'TRC20', 'tron', d.amount, 'abcdef', repeat(d.digit, 64), 'CLAIM', 'CONFIRMING', ${at}, ${at}
  from accounts.customers c, (values ('${filled.deposit}', 900000000, 'a'), ('${filled.reversed}', 70000000, 'b')) d(id, amount, digit);
  select wallet.book_credit(d, d.amount, d.amount, true, ${at}) from wallet.deposits d;
  update wallet.deposits set status = 'REVERSED' where id = '${filled.reversed}';
  with reversal as (select ledger.post('deposit.reversed', d.id, array[d.account_id, a.id], '{1,1}', array[-d.credited, d.credited], ${at}) as entry
    from wallet.deposits d, ledger.accounts a where d.id = '${filled.reversed}' and a.name = 'custody:tron')
  update wallet.credits c set reversed_entry = reversal.entry from reversal where c.deposit_id = '${filled.reversed}';
  insert into wallet.addresses (id, customer_id, coin, network, address, label, status, created_at, active_at)
  values ('${id(8)}', '${customer}', 'USDT', 'TRC20', 'Taaaaaaaaaaaaaaaa', 'own', 'ACTIVE', ${at}, ${at} + interval '24 hours');
  insert into wallet.withdrawals (id, order_no, customer_id, account_id, method, coin, network, chain, address_id, address, asset, amount, fee, net,
    requested_at, due_at, confirmed_by, payload_hash, prices, to_origin, status, moved_at, approvals_needed, retry_at, txid, signed)
  select w.id::uuid, w.no, c.id, c.account_id, 'USDT-TRC20', 'USDT', 'TRC20', 'tron', '${id(8)}', 'Taaaaaaaaaaaaaaaa', 1, w.amount, 1000000,
    w.amount - 1000000, ${at}, ${at} + interval '24 hours', 'otp', sha256(w.id::bytea), '{null,null}', false, w.status, ${at}, 1, ${at}, w.txid, w.txid::bytea
  from accounts.customers c, (values ('${filled.paid}', 100001, 50000000, 'BROADCAST', 'tx-of-the-paid'), ('${filled.pending}', 100002, 40000000, 'REVIEW', null))
    w(id, no, amount, status, txid);
  select ledger.set_aside(w.id, w.account_id, w.asset, w.amount, ${at}) from wallet.withdrawals w;
  select wallet.complete_withdrawal('${filled.paid}', ${at});
  insert into ledger.balances (account_id, asset, shard, free, held) select id, 4, 0, 0, 0 from ledger.accounts where name = 'house:inventory'
    on conflict do nothing;
  insert into wallet.inventory_openings values (4, ${at});
  select ledger.post('inventory.opening', gen_random_uuid(), array[i.id, c.id], '{4,4}', '{1000000000,-1000000000}', ${at})
  from ledger.accounts i, ledger.accounts c where i.name = 'house:inventory' and c.name = 'house:capital';
  insert into markets.instruments (id, code, precision, last_price) values (1, 'BTCUSDT', 2, 5045454) on conflict do nothing;
  select wallet.convert(row('${filled.conversion}', c.id, c.account_id, gen_random_uuid(), 1, 4, 100000000, 100000, 198000, '50000.00',
    '[{"code":"BTCUSDT","seq":1,"ts":1795262400000,"price":"50454.54"}]', ${at}, ${at})::wallet.new_conversion) from accounts.customers c;`

/** Requests of operators that two have signed, applied. */
const requests = `
  insert into operators.operators (id, name, status, created_at) select v.id::uuid, v.name, 'ACTIVE', ${at} from (values ('${id(20)}', 'one'), ('${id(21)}', 'two')) v(id, name);
  insert into operators.change_requests (id, kind, payload, payload_hash, reason, status, proposed_by, proposed_at, proposal_assertion, ends_at,
    decided_by, decided_at, decision_assertion)
  select v.id::uuid, v.kind, v.payload, sha256(v.payload::bytea), 'as agreed', 'APPROVED', '${id(20)}', ${at}, '{}', ${at}, '${id(21)}', ${at}, '{}'
  from (values ('${filled.topUp}', 'reserve.topUp', '{"account":"reserve:options","asset":"USDT","amount":"500"}'),
    ('${filled.adjustment}', 'adjustment', '{"customerId":"${customer}","asset":"USDT","amount":"7.5","reasonCode":"x","line":"x"}')) v(id, kind, payload);
  select operators.apply_top_up('${filled.topUp}', ${at}), operators.apply_adjustment('${filled.adjustment}', ${at});`

/**
 * A customer and one of each kind of entry and hold: orders that won and lost and one that is open, deposits, withdrawals, a
 * conversion, what operators moved. Answers the number of the open order.
 */
export async function fillLedger(database: TestDatabase, fixture: BooksFixture): Promise<void> {
  const accountId = await fixture.ledger.openCustomer(database.pools.api, customer)
  await database.asOwner(`
    insert into accounts.customers (id, account_id, username, email, country, lang, terms_version, terms_accepted_at, invite_code, created_at, tier)
    values ('${customer}', ${accountId}, 'holder', 'holder@example.org', 'JP', 'en', '1', ${at}, 'ABCDEF', ${at}, 'VERIFIED')`)
  await database.asOwner(wallet)
  await database.asOwner(requests)
  const session = { id: 's', customerId: customer, accountId, country: 'JP', lang: 'en' } as const
  const call = { mode: 'virtual', key: undefined, session, requestHash: () => Buffer.alloc(0) } as never
  await fixture.run(3, () => 5_210_000n)
  for (const direction of ['UP', 'DOWN'] as const)
    await fixture.options.buy({ code, direction, limitTime: 60, amount: 50_000_000n }, call)
  await fixture.run(70, (second) => 5_210_000n + BigInt(second))
  await fixture.options.buy({ code, direction: 'UP', limitTime: 120, amount: 30_000_000n }, call)
  await fixture.run(2, () => 5_210_000n)
}
