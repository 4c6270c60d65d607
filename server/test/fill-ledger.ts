import { createHash } from 'node:crypto'
import { depositCredit, withdrawalApproval } from '@evenhand/proofs/approval-payloads.ts'
import { approvalHash, requestPayload } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { TestDatabase } from './database.ts'
import { code, type BooksFixture } from './fixtures/books.ts'
import { registerPasskey, signPayload, testPasskey } from './signed-approvals.ts'

const customer = '0190a000-0000-7000-8000-00000000000a'
const id = (n: number): string => `0190a000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const noon = Date.UTC(2026, 10, 21, 12)
const noonHex = noon.toString(16).padStart(12, '0')

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
  hold: id(9),
  /** Of its time, as ids of complaints are. */
  complaint: `${noonHex.slice(0, 8)}-${noonHex.slice(8)}-7000-8000-000000000011`,
} as const

const at = `timestamptz '2026-11-21 12:00:00Z'`

const operators = [
  { id: id(20), name: 'one', passkey: testPasskey('key of one') },
  { id: id(21), name: 'two', passkey: testPasskey('key of two') },
] as const
const [one, two] = operators
/** Who approves what below, with a passkey that stands in the database. */
const staff = `
  insert into operators.operators (id, name, status, created_at)
  values ${operators.map((operator) => `('${operator.id}', '${operator.name}', 'ACTIVE', ${at})`).join(', ')};
  ${operators.map((operator) => registerPasskey(operator.id, operator.passkey)).join(';')};`

const claims = [
  { id: filled.deposit, amount: '900.000000', txHash: 'a'.repeat(64) },
  { id: filled.reversed, amount: '70.000000', txHash: 'b'.repeat(64) },
] as const
/** The approval of a claim by operator one, as a row. */
const approvalOf = ({ id: depositId, amount, txHash }: (typeof claims)[number]): string => {
  const terms = { id: depositId, customerId: customer, coin: 'USDT', network: 'TRC20', txHash, round: 1, revision: 1 }
  const payload = depositCredit({ ...terms, claimed: amount }, { amount, fromAddress: '', creditedBefore: null })
  return `('${depositId}', 1, '${one.id}', 1, 'one', ${amount}::numeric * 1000000, '', '${JSON.stringify(signPayload(one.passkey, payload))}', ${at})`
}

const payouts = [
  { id: filled.paid, no: 100_001, amount: 50, status: 'BROADCAST', txid: 'tx-of-the-paid' },
  { id: filled.pending, no: 100_002, amount: 40, status: 'REVIEW', txid: null },
] as const
const termsOf = ({ id: withdrawalId, no, amount }: (typeof payouts)[number]) =>
  withdrawalApproval({
    id: withdrawalId,
    orderNo: String(no),
    customerId: customer,
    method: 'USDT-TRC20',
    network: 'TRC20',
    address: 'Taaaaaaaaaaaaaaaa',
    memo: undefined,
    coin: 'USDT',
    amount: `${amount}.000000`,
    fee: '1.000000',
    net: `${amount - 1}.000000`,
    requestedAt: noon,
  })
const hashOf = (payout: (typeof payouts)[number]): string => `'\\x${approvalHash(termsOf(payout), nodeCrypto)}'::bytea`

/** Rows of the wallet as its functions leave them: two deposits of which one is taken back, two withdrawals, a conversion. */
const wallet = `
  insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, source, status, created_at, due_at)
  select d.id::uuid, c.id, c.account_id, 1, 'TRC20', 'tron', d.amount, 'abcdef', repeat(d.digit, 64), 'CLAIM', 'CONFIRMING', ${at}, ${at}
  from accounts.customers c, (values ('${filled.deposit}', 900000000, 'a'), ('${filled.reversed}', 70000000, 'b')) d(id, amount, digit);
  insert into wallet.deposit_approvals (deposit_id, round, operator_id, revision, operator_name, amount, from_address, assertion, at)
  values ${claims.map(approvalOf).join(', ')};
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
    w.amount - 1000000, ${at}, ${at} + interval '24 hours', 'otp', w.hash, '{null,null}', false, w.status, ${at}, 1, ${at}, w.txid, w.txid::bytea
  from accounts.customers c, (values ${payouts
    .map(
      (payout) =>
        `('${payout.id}', ${payout.no}, ${payout.amount}000000, '${payout.status}', ${payout.txid === null ? 'null' : `'${payout.txid}'`}, ${hashOf(payout)})`,
    )
    .join(', ')}) w(id, no, amount, status, txid, hash);
  insert into wallet.withdrawal_verdicts (withdrawal_id, operator_id, operator_name, verdict, payload_hash, assertion, at)
  values ('${filled.paid}', '${one.id}', 'one', 'APPROVE', ${hashOf(payouts[0])}, '${JSON.stringify(signPayload(one.passkey, termsOf(payouts[0])))}', ${at});
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

const changes = [
  { id: filled.topUp, kind: 'reserve.topUp', values: { account: 'reserve:options', asset: 'USDT', amount: '500' } },
  {
    id: filled.adjustment,
    kind: 'adjustment',
    values: { customerId: customer, asset: 'USDT', amount: '7.5', reasonCode: 'x', line: 'x' },
  },
  {
    id: filled.hold,
    kind: 'customer.hold',
    values: {
      customerId: customer,
      reference: 'Court 1',
      tell: 'false',
      document: id(10),
      sha256: createHash('sha256').update('x').digest('hex'),
      reviewOn: '2027-01-05',
    },
  },
].map((change) => ({ ...change, reason: 'as agreed' }))
/** A request as a row, with what both signed. */
const requestRow = (change: (typeof changes)[number]): string => {
  const propose = requestPayload(change, 'propose')
  const signatures = [signPayload(one.passkey, propose), signPayload(two.passkey, requestPayload(change, 'approve'))]
  const [proposal, decision] = signatures.map((signature) => `'${JSON.stringify(signature)}'`)
  return `('${change.id}', '${change.kind}', '${JSON.stringify(change.values)}', '\\x${approvalHash(propose, nodeCrypto)}', '${change.reason}',
    'APPROVED', '${one.id}', ${at}, ${proposal}, ${at}, '${two.id}', ${at}, ${decision})`
}

/** Requests of operators that two have signed, applied. */
const requests = `
  insert into operators.change_requests (id, kind, payload, payload_hash, reason, status, proposed_by, proposed_at, proposal_assertion, ends_at,
    decided_by, decided_at, decision_assertion) values ${changes.map(requestRow).join(', ')};
  select operators.apply_top_up('${filled.topUp}', ${at}), operators.apply_adjustment('${filled.adjustment}', ${at});
  insert into files.files (id, purpose, type, size, sha256, key_id, wrapped_key, created_at)
  values ('${id(10)}', 'legal', 'image/png', 1, sha256('x'), repeat('a', 16), sha256('x') || decode(repeat('00', 28), 'hex'), ${at});
  select operators.apply_legal_hold('${filled.hold}', 'customer.hold', ${at});
  select operators.append_audit_entry(0, '${one.id}', 'one', '{risk}',
    row('customer.hold.propose', 'request:${filled.hold}', null, 'as agreed', null, null)::operators.new_audit_entry);
  insert into operators.roles (operator_id, role, since) values ('${two.id}', 'superadmin', ${at});
  select operators.append_audit_entry(0, null, 'command', '{}',
    row('operator.create', 'operator:${two.id}', null, 'first', null, '{"name":"two","role":"superadmin"}')::operators.new_audit_entry);`

/** One who restricts the customer now, alone. */
const restriction = `
  select operators.set_restriction('${customer}', 'MARKET_ABUSE', 'as reported', '${one.id}', sandbox.product_time());
  select operators.append_audit_entry((extract(epoch from r.at) * 1000)::bigint, r.operator_id, 'one', '{risk}', row('user.restrict',
    'user:' || r.customer_id, r.customer_id, r.note, null, '{"reasonCode":"MARKET_ABUSE"}')::operators.new_audit_entry)
  from operators.restrictions r;`

/** A complaint of a Saturday, answered at once. */
const complaint = `
  insert into complaints.complaints (id, no, customer_id, kind, text, received_at, due_at, changed_at)
  values ('${filled.complaint}', 1000009, '${customer}', 'other', 'it took too long', ${at}, '2026-12-11 23:59:59.999Z', ${at});
  update complaints.complaints set status = 'INVESTIGATING', taken_by = '${one.id}';
  select operators.append_audit_entry(${noon}, '${one.id}', 'one', '{support}',
    row('complaint.take', 'complaint:${filled.complaint}', '${customer}', 'taken', null, null)::operators.new_audit_entry);
  update complaints.complaints set status = 'ANSWERED', answered_by = '${one.id}', answered_at = ${at}, finding = 'UPHELD', answer = 'it did, and we are sorry';
  select operators.append_audit_entry(${noon}, '${one.id}', 'one', '{support}',
    row('complaint.answer', 'complaint:${filled.complaint}', '${customer}', 'answered', null,
      '{"finding":"UPHELD","answer":"it did, and we are sorry"}')::operators.new_audit_entry);`

/**
 * A customer and one of each kind of entry and hold: orders that won and lost and one that is open, deposits, withdrawals, a
 * conversion, what operators moved. Returns the number of the open order.
 */
export async function fillLedger(database: TestDatabase, fixture: BooksFixture): Promise<void> {
  const accountId = await fixture.ledger.openCustomer(database.pools.api, customer)
  await database.asOwner(`
    insert into accounts.customers (id, account_id, username, email, country, lang, terms_version, terms_accepted_at, invite_code, created_at)
    values ('${customer}', ${accountId}, 'holder', 'holder@example.org', 'JP', 'en', '1', ${at}, 'ABCDEF', ${at})`)
  await database.asOwner(staff)
  await database.asOwner(wallet)
  await database.asOwner(requests)
  await database.asOwner(complaint)
  const session = { id: 's', customerId: customer, accountId, country: 'JP', lang: 'en' } as const
  const call = { mode: 'virtual', key: undefined, session, requestHash: () => Buffer.alloc(0) }
  await fixture.run(3, () => 5_210_000n)
  for (const direction of ['UP', 'DOWN'] as const)
    await fixture.options.buy({ code, direction, limitTime: 60, amount: 50_000_000n }, call as never)
  await fixture.run(70, (second) => 5_210_000n + BigInt(second))
  await fixture.options.buy({ code, direction: 'UP', limitTime: 120, amount: 30_000_000n }, {
    ...call,
    key: 'third',
  } as never)
  await fixture.run(2, () => 5_210_000n)
  await database.asOwner(restriction)
}
