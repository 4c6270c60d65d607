-- Leveraged contracts. An order is in `orders` while it waits for its tick or its price, in `positions` while it is
-- open, and in `history` once it has ended; a part that was closed is a row of `history` of its own. One process at a time applies
-- the recorded ticks to them: it advances `progress`, and every change is made in the transaction that does.

grant usage on schema contracts to api, console;

create sequence contracts.order_no_seq;
grant usage on sequence contracts.order_no_seq to api;

-- One signature a batch of records: each record is a leaf under its root; `leaves` are their hashes, 32 bytes each.
create table contracts.batches (
  id uuid primary key,
  seq bigint generated always as identity unique,
  key_id text not null,
  root bytea not null,
  signature bytea not null,
  leaves bytea not null
);
create trigger added_only before update or delete or truncate on contracts.batches
  for each statement execute function kernel.refuse_change();
grant select on contracts.batches to api, console;

-- What happened to an order, as it was signed: `body` is the JSON of the record, which is one leaf of its batch. Records of an
-- order follow one another by the seq of their batch and their index in it. A batch and its records are written by one call
-- (contracts.keep_records), so there is no foreign key, which takes a third of the time of writing a record.
create table contracts.records (
  account_id bigint not null,
  order_id uuid not null,
  body text not null,
  batch_id uuid not null,
  batch_index integer not null,
  primary key (batch_id, batch_index)
);
create index records_by_order on contracts.records (account_id, order_id);
create trigger added_only before update or delete or truncate on contracts.records
  for each statement execute function kernel.refuse_change();
grant select on contracts.records to api, console;
select kernel.set_statistics_target('contracts.records', 10);

-- Times are whole milliseconds, prices units of the instrument's record, amounts smallest units of USDT, lots hundredths,
-- units hundred-millionths: of a coin that is far below a cent, more than a bigint holds.
create table contracts.orders (
  account_id bigint not null,
  id uuid not null,
  order_no bigint not null,
  asset smallint not null,
  instrument_id integer not null,
  side smallint not null check (side in (1, -1)),
  order_type text not null check (order_type in ('MARKET', 'LIMIT', 'STOP')),
  lots bigint not null check (lots > 0),
  leverage integer not null check (leverage > 0),
  price bigint check (price > 0),
  stop_loss bigint,
  take_profit bigint,
  max_slippage integer,
  waits_until timestamptz(3),
  accepted_at timestamptz(3) not null,
  seen_seq bigint not null,
  seen_price bigint not null,
  -- What it has set aside; a pending order takes its margin when it is triggered.
  held bigint not null check (held >= 0),
  -- At the price seen, for the limits.
  notional bigint not null check (notional > 0),
  feed_kind text not null,
  -- Version of the terms it was accepted under: they hold for it until its last lot is closed.
  terms_version integer not null default 1 check (terms_version > 0),
  -- Millionths of the fee that an invited customer does not pay; it holds to the last lot, as the terms do.
  fee_discount_ppm integer not null default 0 check (fee_discount_ppm between 0 and 1000000),
  primary key (account_id, id),
  check ((order_type = 'MARKET') = (price is null)),
  check ((order_type = 'MARKET') = (held > 0))
);
create index orders_by_no on contracts.orders (order_no);
create index orders_by_accepted on contracts.orders (accepted_at);
grant select on contracts.orders to api, console;

create table contracts.positions (
  account_id bigint not null,
  id uuid not null,
  order_no bigint not null,
  asset smallint not null,
  instrument_id integer not null,
  side smallint not null check (side in (1, -1)),
  order_type text not null,
  lots bigint not null check (lots > 0),
  units numeric(30, 0) not null check (units > 0),
  leverage integer not null,
  stop_loss bigint,
  take_profit bigint,
  max_slippage integer,
  accepted_at timestamptz(3) not null,
  feed_kind text not null,
  terms_version integer not null default 1,
  fee_discount_ppm integer not null default 0,
  open_price bigint not null,
  open_seq bigint not null,
  open_ts timestamptz(3) not null,
  open_tick bigint not null,
  notional bigint not null check (notional > 0),
  margin bigint not null check (margin > 0),
  fee_open bigint not null check (fee_open >= 0),
  financing bigint not null default 0 check (financing >= 0),
  close_out bigint,
  expires_at timestamptz(3),
  -- Whether its customer was notified of the expiry.
  expiry_noted boolean not null default false,
  primary key (account_id, id)
);
create index positions_by_no on contracts.positions (order_no);
create index positions_expiring on contracts.positions (expires_at) where not expiry_noted;
-- The instrument first: half of all rows have the same asset, and a question about an account's must not read them.
create index positions_by_instrument on contracts.positions (instrument_id, asset);
grant select on contracts.positions to api, console;
select kernel.set_statistics_target('contracts.positions', 10);

create table contracts.history (
  account_id bigint not null,
  id uuid not null,
  parent_id uuid,
  order_no bigint not null,
  asset smallint not null,
  instrument_id integer not null,
  side smallint not null,
  order_type text not null,
  lots bigint not null,
  units numeric(30, 0),
  leverage integer not null,
  price bigint,
  stop_loss bigint,
  take_profit bigint,
  max_slippage integer,
  waits_until timestamptz(3),
  accepted_at timestamptz(3) not null,
  feed_kind text not null,
  terms_version integer not null default 1,
  fee_discount_ppm integer not null default 0,
  status text not null check (status in ('CLOSED', 'CANCELLED', 'CANCELLED_SLIPPAGE', 'EXPIRED', 'REJECTED_MARGIN')),
  open_price bigint, open_seq bigint, open_ts timestamptz(3), open_tick bigint,
  close_price bigint, close_seq bigint, close_ts timestamptz(3), close_tick bigint,
  close_reason text check (close_reason in ('USER', 'SL', 'TP', 'CLOSEOUT', 'EXPIRY')),
  notional bigint,
  margin bigint,
  fee_open bigint,
  fee_close bigint,
  financing bigint,
  profit bigint,
  -- What the account could not pay of a loss when it closed, and of what it owed what it paid then.
  short bigint not null default 0,
  repaid bigint not null default 0,
  expires_at timestamptz(3),
  entry_no bigint,
  ended_at timestamptz(3) not null,
  primary key (account_id, id),
  check ((status = 'CLOSED') = (close_reason is not null))
);
create index history_by_no on contracts.history (order_no);
-- What an account closed since a time, for the limits that customers set.
create index history_by_account_ended on contracts.history (account_id, ended_at) where status = 'CLOSED';
create index history_by_parent on contracts.history (account_id, parent_id) where parent_id is not null;
create index history_by_ended on contracts.history using brin (ended_at);
create trigger added_only before update or delete or truncate on contracts.history
  for each statement execute function kernel.refuse_change();
grant select on contracts.history to api, console;
select kernel.set_statistics_target('contracts.history', 10);

-- What customers requested of their orders and positions; the process that holds the ticks does it and writes what came of it.
create table contracts.requests (
  id uuid primary key,
  seq bigint generated always as identity,
  account_id bigint not null,
  order_id uuid not null,
  kind text not null check (kind in ('close', 'stops', 'cancel')),
  lots bigint check (lots > 0),
  stop_loss bigint,
  take_profit bigint,
  accepted_at timestamptz(3) not null,
  seen_seq bigint not null,
  -- Null while it waits; 'done', or why not: 'gone', 'stale', or the refusal of the stops.
  outcome text,
  -- The row of history that a closing made.
  result_id uuid
);
create index requests_waiting on contracts.requests (seq) where outcome is null;
create index requests_by_order on contracts.requests (account_id, order_id);
grant select on contracts.requests to api, console;

-- What an account with positions owes and was warned of, and which position closes next. An account whose effects could not
-- be written is held back from `held_back_to` on, so that it stops no other; the record is applied to it later.
create table contracts.accounts (
  account_id bigint not null,
  asset smallint not null,
  debt bigint not null default 0 check (debt >= 0),
  warned smallint,
  closing_id uuid,
  closing_after bigint,
  held_back_to timestamptz(3),
  -- The newest tick that was held by then.
  held_back_ticks timestamptz(3),
  primary key (account_id, asset)
);
create index accounts_held_back on contracts.accounts (account_id, asset) where held_back_to is not null;
grant select on contracts.accounts to api, console;

-- Losses beyond what accounts had, paid by the reserve for negative balances, and by the house where that was empty.
create table contracts.protections (
  id uuid primary key,
  account_id bigint not null,
  asset smallint not null,
  amount bigint not null check (amount > 0),
  from_reserve bigint not null check (from_reserve between 0 and amount),
  at timestamptz(3) not null
);
create index protections_by_account on contracts.protections (account_id);
create trigger added_only before update or delete or truncate on contracts.protections
  for each statement execute function kernel.refuse_change();
grant select on contracts.protections to api, console;

-- Warnings that were given: the account came to a margin level of so many per cent or below; `level` in millionths.
create table contracts.margin_calls (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  asset smallint not null,
  percent smallint not null,
  level bigint not null,
  at timestamptz(3) not null
);
create index margin_calls_by_account on contracts.margin_calls (account_id);
create index margin_calls_by_time on contracts.margin_calls (at);
create trigger added_only before update or delete or truncate on contracts.margin_calls
  for each statement execute function kernel.refuse_change();
grant select on contracts.margin_calls to api, console;

-- Notional by instrument: what the limits of the house are checked against. `open`: of positions, as they open and close ·
-- `accepted`: of every order that was ever accepted · `left`: of those that wait no more. What is accepted and has not left
-- waits. The call that accepts writes `accepted` alone, the round that holds the record the others, so that neither waits for the
-- other's transaction.
create table contracts.exposure (
  part text not null check (part in ('open', 'accepted', 'left')),
  asset smallint not null,
  instrument_id integer not null,
  -- Two of the parts only rise.
  notional numeric(30, 0) not null,
  primary key (part, asset, instrument_id)
);
grant select on contracts.exposure to api, console;

-- Up to which second the record was applied to everything above.
create table contracts.progress (
  one boolean primary key default true check (one),
  done_to timestamptz(3) not null,
  -- The newest tick that was held by then: a second counts as held only once it is recorded.
  ticks_to timestamptz(3)
);
grant select on contracts.progress to api, console;

create table contracts.reserve_openings (
  name text not null,
  asset smallint not null,
  entry_no bigint not null,
  at timestamptz not null,
  primary key (name, asset)
);
grant select on contracts.reserve_openings to api, console;

-- The outcome of an order of a batch (contracts.accept).
create type contracts.order_outcome as (
  ord integer, outcome text, ref uuid, order_no bigint, exposure_left bigint, spend_limit integer);
-- A batch of records as it is signed: an item a record in each array, a line a record in `bodies`.
create type contracts.signed_records as (
  id uuid, key_id text, root bytea, signature bytea, leaves bytea, accounts bigint[], orders uuid[], bodies text);
-- What closings come to, an item each; `ticks` counts the ticks from one. `children` are the rows of history: the position's
-- own id for its last lots. Customer, reserve, revenue and rounding are the lines of the entry; `shorts` is what the customer
-- could not pay, `repaid` what is paid of a debt,
-- `close_outs` the close-out price of what stays open.
create type contracts.closed_batch as (
  accounts bigint[], ids uuid[], children uuid[], assets smallint[], lots bigint[], fees bigint[], profits bigint[],
  prices bigint[], ticks integer[], reasons text[], customers bigint[], reserves bigint[], revenues bigint[],
  roundings bigint[], shorts bigint[], repaid bigint[], close_outs bigint[], tick_seqs bigint[], tick_times timestamptz[], tick_prices bigint[]);
-- What openings come to, an item each; `ticks` counts the ticks from one, `received` is what the fee account takes of a fee.
create type contracts.opened_batch as (
  accounts bigint[], ids uuid[], units numeric[], notionals bigint[], prices bigint[], ticks integer[], margins bigint[],
  fees bigint[], received bigint[], close_outs bigint[], expiries timestamptz[], tick_seqs bigint[], tick_times timestamptz[],
  tick_prices bigint[]);
create type contracts.noted_accounts as (
  accounts bigint[], assets smallint[], debts bigint[], warned smallint[], closing uuid[], after bigint[], at_risk bigint[]);

-- The house's side of contracts, what pays losses beyond an account, and what fees and financing go to.
select ledger.add_reserve('reserve:contracts', array['USDT', 'USDT.virtual'], 1::smallint);
select ledger.add_reserve('reserve:nbp', array['USDT', 'USDT.virtual'], 1::smallint);
select ledger.add_account('revenue:contracts');
select ledger.add_single_kinds(array['contract.fee', 'contract.close', 'contract.repay', 'contract.protection']);
