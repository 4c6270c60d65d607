import { filled } from './fill-ledger.ts'
import type { Forgery } from './forgeries.ts'

const holder = `(select account_id from accounts.customers where id = '${filled.customer}')`
const madeUp = '0190dead-0000-7000-8000-000000000001'
/** A deposit that was never sent, credited by the product's own function. */
const makeUpDeposit = `
  insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, source, status, created_at, due_at)
  select '${madeUp}', customer_id, account_id, 1, 'TRC20', 'tron', 500000000, 'abcdef', repeat('d', 64), 'CLAIM', 'CONFIRMING', now(), now()
  from wallet.deposits where id = '${filled.deposit}';
  set session_replication_role = origin;`
const creditIt = (byHand: boolean): string =>
  `select wallet.book_credit(d, d.amount, d.amount, ${byHand}, now()) from wallet.deposits d where id = '${madeUp}'`
/** An approval of the deposit that was, given out for one of the made-up one. */
const approveIt = `insert into wallet.deposit_approvals (deposit_id, round, operator_id, revision, operator_name, amount, from_address, assertion, at)
  select '${madeUp}', 1, operator_id, 1, operator_name, 500000000, '', assertion, now() from wallet.deposit_approvals where deposit_id = '${filled.deposit}';`

/** Of what operators signed, or a chain showed, before money moved: everything else fits. */
export const ofSignatures: readonly Forgery[] = [
  ['makes up a deposit', `${makeUpDeposit} ${creditIt(true)}`, /^deposit DP\d{9}$/],
  ['makes up a deposit of a chain', `${makeUpDeposit} ${creditIt(false)}`, /^deposit DP\d{9}$/],
  [
    'makes up a deposit of a chain with its transfer',
    `${makeUpDeposit} set session_replication_role = replica;
     insert into wallet.arrivals values ('tron', repeat('d', 64), 0, '${madeUp}', 500000000, 5, null);
     set session_replication_role = origin; ${creditIt(false)}`,
    /^deposit DP\d{9}$/,
  ],
  [
    'makes up a deposit with an approval',
    `${makeUpDeposit} ${approveIt} ${creditIt(true)}`,
    /^deposit DP\d{9}, approval of one$/,
  ],
  [
    'credits a deposit under another transaction',
    `update wallet.credits set tx_hash = repeat('e', 64) where deposit_id = '${filled.deposit}'`,
    /^deposit DP\d{9}$/,
  ],
  [
    'gives a deposit another transaction everywhere',
    `update wallet.credits set tx_hash = repeat('e', 64) where deposit_id = '${filled.deposit}';
     update wallet.deposits set tx_hash = repeat('e', 64) where id = '${filled.deposit}'`,
    /^deposit DP\d{9}, approval of one$/,
  ],
  [
    'forges the signature of an approval',
    `update wallet.deposit_approvals set assertion = assertion || '{"signature":"${'A'.repeat(86)}"}' where deposit_id = '${filled.deposit}'`,
    /^deposit DP\d{9}, approval of one$/,
  ],
  [
    'raises a pending withdrawal with its hold and balance',
    `update wallet.withdrawals set amount = amount + 9000000, net = net + 9000000 where id = '${filled.pending}';
     update ledger.holds set amount = amount + 9000000 where id = '${filled.pending}';
     update ledger.balances set free = free - 9000000, held = held + 9000000 where account_id = ${holder} and asset = 1`,
    /^withdrawal 100002$/,
  ],
  [
    'sends a pending withdrawal elsewhere',
    `update wallet.withdrawals set address = 'Tbbbbbbbbbbbbbbbb' where id = '${filled.pending}'`,
    /^withdrawal 100002$/,
  ],
  [
    'sends a withdrawal elsewhere and hashes it again',
    `update wallet.withdrawals w set address = 'Tbbbbbbbbbbbbbbbb', payload_hash = operators.payload_hash('withdrawal.approve', 'withdrawal:' || w.id,
       array['orderNo', 'customer', 'method', 'network', 'address', 'memo', 'coin', 'amount', 'fee', 'net', 'requestedAt'],
       array[w.order_no::text, w.customer_id::text, w.method, w.network, 'Tbbbbbbbbbbbbbbbb', '', w.coin, '50.000000', '1.000000', '49.000000',
         (extract(epoch from w.requested_at) * 1000)::bigint::text]) where id = '${filled.paid}';
     update wallet.withdrawal_verdicts v set payload_hash = w.payload_hash from wallet.withdrawals w where w.id = v.withdrawal_id`,
    /^withdrawal 100001, approval of one$/,
  ],
  [
    'approves a withdrawal',
    `update wallet.withdrawals set status = 'APPROVED' where id = '${filled.pending}'`,
    /^withdrawal 100002$/,
  ],
  [
    'makes up an adjustment that two have signed',
    `insert into operators.change_requests (id, kind, payload, payload_hash, reason, status, proposed_by, proposed_at, proposal_assertion, ends_at,
       decided_by, decided_at, decision_assertion)
     select '${madeUp}', kind, payload, payload_hash, reason, 'APPROVED', proposed_by, now(), proposal_assertion, now(), decided_by, now(),
       decision_assertion from operators.change_requests where id = '${filled.adjustment}';
     set session_replication_role = origin;
     select operators.apply_adjustment('${madeUp}', now())`,
    /^adjustment 0190dead-0000-7000-8000-000000000001, approve$/,
  ],
]
