import { filled } from './fill-ledger.ts'
import type { Forgery } from './forgeries.ts'

const holder = `(select account_id from accounts.customers where id = '${filled.customer}')`
const approval = `wallet.deposit_approvals set assertion = assertion || `
const given = `(select entry from wallet.deposits where id = '${filled.deposit}')`

/** Of what lets money out or holds it back without moving it: passkeys, terms, tiers, legal holds, and what they rest on. */
export const ofOperators: readonly Forgery[] = [
  [
    'signs with a passkey of no operator',
    `update ${approval} '{"credentialId":"AAAA"}' where deposit_id = '${filled.deposit}'`,
    /^deposit DP\d{9}, approval of one$/,
  ],
  [
    'registers a passkey that the record does not know',
    `insert into operators.passkeys (id, operator_id, credential_id, public_key, origin, name, created_at)
     select gen_random_uuid(), id, 'x', 'y', 'https://console.example', 'key', now() from operators.operators where name = 'one'`,
    /^passkey of one$/,
  ],
  [
    'exchanges the key of a passkey',
    `update operators.passkeys set public_key = 'y' where operator_id = (select id from operators.operators where name = 'two')`,
    /^passkey of two$/,
  ],
  [
    'makes a passkey one of software',
    `update operators.passkeys set origin = null where operator_id = (select id from operators.operators where name = 'two')`,
    /^passkey of two$/,
  ],
  [
    'puts unsigned terms in force',
    `insert into operators.params (key, version, value, hash, reason, request_id, approved_at, applies_at)
     values ('options', 2, '[]', sha256('x'), 'as agreed', '${filled.topUp}', '2026-11-19', '2026-11-20')`,
    /^parameter options, version 2$/,
  ],
  [
    'counts a customer as verified',
    `update accounts.customers set tier = 'VERIFIED' where id = '${filled.customer}'`,
    /^customer 0190a000/,
  ],
  [
    'announces an unsigned adjustment',
    `insert into operators.debits (request_id, customer_id, account_id, asset, units, entry_seq, announced_at, due_at)
     values ('${filled.topUp}', '${filled.customer}', ${holder}, 1, 5, ${given}, '2026-11-20', '2026-11-21')`,
    /^adjustment 0190a000/,
  ],
  [
    'counts what an entry gave higher',
    `insert into operators.entry_debits values (${given}, ${holder}, 1, 9000000000, 0)`,
    /^adjustments of entry \d+$/,
  ],
  [
    'changes an address of the book that was paid to',
    `update wallet.addresses set address = 'Tbbbbbbbbbbbbbbbb'`,
    /^withdrawal 100001$/,
  ],
  [
    'writes a debt of a customer',
    `insert into wallet.debts (deposit_id, customer_id, account_id, asset, amount, at)
     select id, customer_id, account_id, asset, 5, now() from wallet.deposits where id = '${filled.deposit}'`,
    /^deposit DP\d{9}$/,
  ],
  [
    'exchanges the document of a legal hold',
    `update files.files set sha256 = sha256('y')`,
    /^legal hold of customer 0190a000/,
  ],
  ['deletes a legal hold', 'delete from accounts.legal_holds', /^legal hold of customer 0190a000/],
  [
    'lifts a legal hold',
    'update accounts.legal_holds set lifted_by = request_id, lifted_at = laid_at',
    /^legal hold of customer 0190a000/,
  ],
  [
    'puts off the review of a legal hold',
    `update accounts.legal_holds set review_on = review_on + 30`,
    /^legal hold of customer 0190a000/,
  ],
  [
    'deletes a legal hold and its request',
    `delete from accounts.legal_holds; delete from operators.change_requests where id = '${filled.hold}'`,
    /^request 0190a000-0000-7000-8000-000000000009$/,
  ],
  [
    'gives a role',
    `insert into operators.roles (operator_id, role, since) select id, 'finance2', now() from operators.operators where name = 'one'`,
    /^role finance2 of one$/,
  ],
  ['takes a role', `delete from operators.roles where role = 'superadmin'`, /^role superadmin of two$/],
  ['ends an operator', `update operators.operators set status = 'ENDED' where name = 'one'`, /^operator one$/],
  [
    'lets an operator sign in from one network',
    `update operators.operators set networks = '{10.0.0.0/8}' where name = 'one'`,
    /^networks of one$/,
  ],
  ['lifts a restriction', 'delete from operators.restrictions', /^restriction of customer 0190a000/],
  [
    'prolongs a restriction',
    `update operators.restrictions set at = at + interval '1 day', ends_at = ends_at + interval '1 day'`,
    /^restriction of customer 0190a000/,
  ],
  [
    'restricts another customer',
    'update operators.restrictions set customer_id = gen_random_uuid()',
    /^restriction of customer /,
  ],
  [
    'hides a restriction from the public count',
    'delete from operators.restriction_log',
    /^restrictions of customer 0190a000/,
  ],
  [
    'makes a restricted customer active',
    `update accounts.customers set status = 'ACTIVE' where id = '${filled.customer}'`,
    /^customer 0190a000/,
  ],
  [
    'makes the status of a customer that of a hold',
    `update accounts.customers set status = 'LEGAL_HOLD' where id = '${filled.customer}'`,
    /^customer 0190a000/,
  ],
  [
    'claims that a complaint came later',
    `update complaints.complaints set received_at = received_at + interval '1 hour', due_at = due_at; update complaints.steps set at = at + interval '1 hour' where status = 'RECEIVED'`,
    /^complaint 01/,
  ],
  [
    'gives itself more time to answer a complaint',
    `update complaints.complaints set due_at = due_at + interval '1 day'`,
    /^complaint 01/,
  ],
  [
    'claims that a complaint was answered earlier',
    `update complaints.complaints set answered_at = answered_at - interval '1 hour'; update complaints.steps set at = at - interval '1 hour' where status = 'ANSWERED'`,
    /^complaint 01/,
  ],
  [
    'claims that a complaint was taken earlier',
    `update complaints.steps set at = at - interval '1 hour' where status = 'INVESTIGATING'`,
    /^complaint 01/,
  ],
  [
    'assigns the complaint to another operator',
    `update complaints.complaints set taken_by = (select id from operators.operators where name = 'two')`,
    /^complaint 01/,
  ],
  ['inverts the finding about a complaint', `update complaints.complaints set finding = 'NOT_UPHELD'`, /^complaint 01/],
  [
    'answers a complaint in another’s words',
    `update complaints.complaints set answer = 'nothing was wrong with it'`,
    /^complaint 01/,
  ],
]
