import { filled } from './fill-ledger.ts'

// Statements of the owner of the database, past every trigger, on the books of fill-ledger.ts.

const depositEntry = `(select entry from wallet.deposits where id = '${filled.deposit}')`
const holder = `(select account_id from accounts.customers where id = '${filled.customer}')`
const custody = `(select id from ledger.accounts where name = 'custody:tron')`
const won = `(select entry_no from options.orders where status = 'WON')`

/** Coins of the house to a custody, with the origins of both, before it is sealed. */
const movesCoins = (ref: string, at: string): string => `
  insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
  values ('${at}', 'custody.move', ${ref}, null, array[ledger.account_named('house:capital'), ${custody}], '{1,1}', '{5,-5}');
  update ledger.origins set issued = issued + case when account_id = ${custody} then 5 else -5 end
  where asset = 1 and account_id in (${custody}, ledger.account_named('house:capital'))`

/** What is done, how, and how the location is named where it is found. */
export type Forgery = readonly [name: string, statement: string, location: RegExp]

/** Of the ledger's own tables. */
export const ofEntries: readonly Forgery[] = [
  [
    'raises a deposit by 1 000 with balances, custody, origins and the deposit’s own row',
    `update ledger.entries set amounts = array[amounts[1] + 1000000000, amounts[2] - 1000000000] where seq = ${depositEntry};
     update ledger.balances set free = free + 1000000000 where account_id = ${holder} and asset = 1;
     update ledger.origins set issued = issued + 1000000000 where account_id = ${custody} and asset = 1;
     update wallet.deposits set amount = amount + 1000000000, credited = credited + 1000000000, credited_usdt = credited_usdt + 1000000000
     where id = '${filled.deposit}'`,
    /^entry \d+ \(deposit 0190a000-0000-7000-8000-000000000001/,
  ],
  ['deletes an entry', `delete from ledger.entries where seq = ${won}`, /^entry \d+ \(record \d+\)$/],
  [
    'writes an entry back in time, under a number that was never used',
    `insert into ledger.entries (seq, at, kind, ref, owner, accounts, assets, amounts)
     select n.seq, '2026-11-21', 'deposit', gen_random_uuid(), ${holder}, array[${holder}, ${custody}], '{1,1}', '{5,-5}'
     from generate_series(1, (select last_value from ledger.entry_seq)) n(seq)
     where not exists (select from ledger.entries e where e.seq = n.seq) order by n.seq desc limit 1`,
    /^entry \d+ \(deposit/,
  ],
  [
    'moves what a custody keeps into the capital, before it is sealed',
    `insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
     select now(), 'custody.move', gen_random_uuid(), null, array[ledger.account_named('house:capital'), ${custody}], '{1,1}', '{-5,5}';
     update ledger.origins set issued = issued + case when account_id = ${custody} then -5 else 5 end
     where asset = 1 and account_id in (${custody}, ledger.account_named('house:capital'))`,
    /^entry \d+, custody.move/,
  ],
  [
    'covers customers with coins that they do not need, as the product would',
    movesCoins(`'01a1fe03-6dc0-7000-8000-000000000001'`, '2026-11-21 12:10:00Z'),
    /^entry \d+, custody.move, 01a1fe03/,
  ],
  [
    'fills a custody for a payment that needed nothing',
    movesCoins(`'${filled.paid}'`, '2026-11-21 12:00:00Z'),
    /^entry \d+, custody.move, 0190a000/,
  ],
  [
    'writes an entry under a number of the future',
    `insert into ledger.entries (seq, at, kind, ref, owner, accounts, assets, amounts)
     values (9000, '2026-11-21', 'deposit', gen_random_uuid(), ${holder}, array[${holder}, ${custody}], '{1,1}', '{5,-5}')`,
    /^entry 9000$/,
  ],
  [
    'puts two entries in each other’s place',
    `update ledger.entries set seq = 9000 where seq = ${won};
     update ledger.entries set seq = ${won} where seq = ${depositEntry};
     update ledger.entries set seq = ${depositEntry} where seq = 9000`,
    /^entry \d+ \(option.win/,
  ],
  [
    'changes a reference',
    `update ledger.entries set ref = gen_random_uuid() where seq = ${won}`,
    /^entry \d+ \(option.win/,
  ],
  ['changes a kind', `update ledger.entries set kind = 'option.sale' where seq = ${won}`, /^entry \d+ \(option.sale/],
  [
    'changes a kind to one of his own',
    `update ledger.entries set kind = 'gift' where seq = ${won}`,
    /^entry \d+, gift$/,
  ],
  [
    'changes a time',
    `update ledger.entries set at = at + interval '1 day' where seq = ${won}`,
    /^entry \d+ \(option.win/,
  ],
  [
    'takes the owner off an entry',
    `update ledger.entries set owner = null where seq = ${won}`,
    /^entry \d+ \(option.win/,
  ],
  [
    'gives an entry to an owner that is no account',
    `update ledger.entries set accounts = array[9000000, accounts[2]], owner = 9000000 where seq = ${won}`,
    /^entry \d+, option.win/,
  ],
  [
    'gives an entry to another customer',
    `update ledger.entries set accounts = array[(select max(id) from ledger.accounts), accounts[2]], owner = (select max(id) from ledger.accounts) where seq = ${won}`,
    /^order \d+, entry \d+, option.win/,
  ],
  [
    'exchanges the names of two accounts',
    `update ledger.accounts set name = 'user:x' where id = ${holder};
     update ledger.accounts set name = 'user:${filled.customer}' where id = (select max(id) from ledger.accounts);
     update ledger.accounts set name = 'user:' || gen_random_uuid() where name = 'user:x'`,
    /^customer 0190a000/,
  ],
  ['deletes an account', `delete from ledger.accounts where id = ${holder}`, /^customer 0190a000/],
  ['changes how many decimals an asset has', 'update ledger.assets set scale = 8 where id = 1', /^asset 1$/],
  [
    'raises a balance',
    `update ledger.balances set free = free + 1 where account_id = ${holder} and asset = 1`,
    /^account \d+, asset 1: kept/,
  ],
  [
    'raises what an origin has issued',
    `update ledger.origins set issued = issued + 1 where account_id = ${custody}`,
    /^account \d+, asset 1: kept/,
  ],
]

/** Of what is held, and what holds it. */
export const ofHolds: readonly Forgery[] = [
  ['doubles the stake of an open order', 'update options.open_orders set stake = stake * 2', / receipt$/],
  [
    'doubles the stake of an open order with its holds, both balances and its count',
    `update ledger.balances b set free = b.free - b.open_stake, held = b.held + b.open_stake, open_stake = b.open_stake * 2
     where b.open_orders > 0;
     update ledger.balances b set free = b.free - b.held, held = b.held * 2
     where b.account_id = ledger.account_named('reserve:options');
     update options.open_orders set stake = stake * 2`,
    / receipt$/,
  ],
  ['raises the pay-out rate of an open order', 'update options.open_orders set payout_ppm = 1000000', / receipt$/],
  ['deletes an open order', 'delete from options.open_orders', /^order [0-9a-f-]{36}$/],
  [
    'writes a hold of no account',
    `insert into ledger.holds values (gen_random_uuid(), now(), ${holder}, 1, 5)`,
    /^hold [0-9a-f-]{36}$/,
  ],
  ['deletes a hold', `delete from ledger.holds where id = '${filled.pending}'`, /^withdrawal 100002$/],
  [
    'raises a pending withdrawal',
    `update wallet.withdrawals set amount = amount + 9000000, net = net + 9000000 where id = '${filled.pending}'`,
    /^withdrawal 100002$/,
  ],
  [
    'counts fewer open orders',
    'update ledger.balances set open_orders = 0, open_stake = 0',
    /^account \d+, asset \d: held \d+, 0 orders/,
  ],
  [
    'keeps money of a customer from being traded with',
    `update ledger.balances set kept = 5 where account_id = ${holder} and asset = 1`,
    /^account \d+, asset 1$/,
  ],
  [
    'lets an unverified customer trade with what a credit kept',
    `update wallet.deposits set kept = 500000000 where id = '${filled.deposit}'`,
    /^account \d+, asset 1$/,
  ],
  [
    'keeps more of a credit, in its row and in the balance',
    `update wallet.deposits set kept = kept + 500000000 where id = '${filled.deposit}';
     update ledger.balances set kept = kept + 500000000 where account_id = ${holder} and asset = 1`,
    /^deposit DP\d{9}$/,
  ],
]

/** Of what entries were written for. */
export const ofCauses: readonly Forgery[] = [
  [
    'changes a lost order into a win',
    `update options.orders set status = 'WON', gain = stake * payout_ppm / 1000000 where status = 'LOST'`,
    /^order \d+, option.win/,
  ],
  ['deletes a settled order', `delete from options.orders where status = 'WON'`, /^entry \d+, option.win/],
  [
    'changes the content of a batch of receipts',
    `update options.batches set root = sha256('x') where seq = 1`,
    /^batch 1 \(record/,
  ],
  ['deletes a batch of receipts', 'delete from options.batches where seq = 1', /^batch 1 \(record/],
  ['forgets an opening', 'delete from options.reserve_openings where asset = 1', /^entry \d+, reserve.opening/],
  ['forgets an opening of the inventory', 'delete from wallet.inventory_openings', /^entry \d+, inventory.opening/],
  [
    'raises the row of a deposit alone',
    `update wallet.deposits set credited = credited + 5 where id = '${filled.deposit}'`,
    /^deposit DP\d{9}, entry/,
  ],
  ['deletes a credit', `delete from wallet.credits where deposit_id = '${filled.deposit}'`, /^deposit DP\d{9}, entry/],
  [
    'brings a deposit back that was reversed',
    `update wallet.deposits set status = 'CREDITED' where id = '${filled.reversed}'`,
    /^entry \d+, deposit.reversed/,
  ],
  [
    'changes what was paid out',
    `update wallet.withdrawals set net = net - 5, fee = fee + 5 where id = '${filled.paid}'`,
    /^withdrawal 100001, entry \d+, withdrawal/,
  ],
  [
    'fails a withdrawal that was paid',
    `update wallet.withdrawals set status = 'FAILED', completed_at = null where id = '${filled.paid}'`,
    /^entry \d+, withdrawal/,
  ],
  [
    'changes what a conversion came to',
    `update wallet.conversions set received = received + 5`,
    /^conversion CV\d{9}, entry/,
  ],
  [
    'raises what two have signed',
    `update operators.change_requests set payload = replace(payload, '"7.5"', '"75"') where kind = 'adjustment'`,
    /^adjustment 0190a000/,
  ],
  [
    'puts a customer on the account of another',
    `update accounts.customers set account_id = (select max(id) from ledger.accounts)`,
    /^customer 0190a000/,
  ],
]

/** Of the log's own tables. */
export const ofTheLog: readonly Forgery[] = [
  ['edits a record', `update books.records set payload = sha256('x') where seq = 1`, /^record 1 \(\w+\)$/],
  ['edits the time of a record', 'update books.records set time = time + 1 where seq = 1', /^record 1 \(\w+\)$/],
  [
    'moves where a run of entries ends',
    'update books.records set source = source - 1 where type = 6 and seq = (select min(seq) from books.records where type = 6)',
    /^entries \d+ to \d+ \(record \d+\)$|^leaves of entries/,
  ],
  ['deletes a record', 'delete from books.records where seq = 1', /^record 1$/],
  ['deletes a leaf of the log', 'delete from books.nodes where level = 0 and index = 1', /^node 0\/1$/],
  ['deletes a node of the log', 'delete from books.nodes where level = 1 and index = 0', /^node 1\/0$/],
  [
    'damages a node of the log',
    `update books.nodes set hash = sha256('x') where level = 1 and index = 0`,
    /^node 1\/0$/,
  ],
  ['writes a node beyond the log', `insert into books.nodes values (3, 77, sha256('x'))`, /^node 3\/77$/],
  ['deletes a head', 'delete from books.heads where no = 1', /^head 2$/],
  [
    'deletes the newest head',
    'delete from books.heads where no = (select max(no) from books.heads)',
    /^head of \d+ records at \d+$/,
  ],
  ['deletes every head', 'delete from books.heads', /^head of \d+ records at \d+$/],
  ['damages a head', `update books.heads set root = sha256('x') where no = 1`, /^head of \d+ records/],
  [
    'damages the proof of a head',
    // Sealing in more steps makes more heads, and the first few may need no proof.
    `update books.heads set consistency = '' where no = (select max(no) from books.heads where consistency <> '')`,
    /^head of \d+ records at \d+$/,
  ],
  ['deletes a kind of record', 'delete from books.types where id = 6', /^type 6 of records$/],
  ['renames a kind of record', `update books.types set name = 'other' where id = 6`, /^type 6 of records$/],
  ['writes a kind of record', `insert into books.types values (99, 'other', 'x')`, /^type 99 of records$/],
  [
    'deletes the leaves of a run',
    'delete from books.entry_runs where upto = (select min(upto) from books.entry_runs)',
    /^leaves of entries 1 to \d+ \(record \d+\)$/,
  ],
  [
    'damages the leaves of a run',
    `update books.entry_runs set leaves = sha256('x')`,
    /^leaves of entries 1 to \d+ \(record \d+\)$/,
  ],
  ['deletes the leaves of a minute', 'delete from books.minutes', /^leaves of minute \d+ \(record \d+\)$/],
]
