-- Up and down options. An order is in `open_orders` until its money is settled, and from then on in `orders`, where
-- it never changes again. Entry and exit are not stored while it runs: they follow from the recorded ticks.

grant usage on schema options to api, console;

create sequence options.order_no_seq increment by 1000;
grant usage on sequence options.order_no_seq to api;

-- One signature a batch: every receipt of the batch is a leaf under its root. `leaves` are their hashes, 32 bytes each,
-- so that the path of any of them can be written out again. by `xid` the log job knows what may still be uncommitted.
create table options.batches (
  id uuid primary key,
  seq bigint generated always as identity unique,
  accepted_at timestamptz not null,
  params_version integer not null,
  head_size bigint not null,
  head_root text not null,
  key_id text not null,
  root bytea not null,
  signature bytea not null,
  leaves bytea not null
);
alter table options.batches alter column leaves set storage external;
grant select on options.batches to api, console;

-- Arguments of options.place: an item an order in each array, and the batch as it is signed.
create type options.order_batch as (
  accounts bigint[], ids uuid[], order_nos bigint[], assets smallint[], instruments integer[], directions smallint[],
  stakes bigint[], payouts integer[], limit_times integer[], seen_seqs bigint[], feed_kinds text[], house_amounts bigint[]);
create type options.signed_batch as (
  id uuid, accepted_at timestamptz, params_version integer, head_size bigint, head_root text, key_id text, root bytea,
  signature bytea, leaves bytea);
-- The argument of options.settle: an item an order in each array, and the ticks that decided them, each once; an order names
-- its entry and exit by their places among these, from one. `sales` is null where none was sold.
create type options.settlement_batch as (
  accounts bigint[], ids uuid[], statuses text[], void_reasons text[], gains bigint[], entry_ticks integer[],
  exit_ticks integer[], expiries timestamptz[], sales text[], tick_seqs bigint[], tick_times timestamptz[], tick_prices bigint[]);

-- An open order holds its stake and, of the reserve, what it can win.
create table options.open_orders (
  account_id bigint not null,
  id uuid not null,
  order_no bigint not null,
  asset smallint not null,
  instrument_id integer not null,
  direction smallint not null check (direction in (1, -1)),
  stake bigint not null check (stake > 0),
  payout_ppm integer not null check (payout_ppm between 800000 and 1000000),
  limit_time integer not null check (limit_time > 0),
  accepted_at timestamptz not null,
  seen_seq bigint not null,
  feed_kind text not null,
  batch_id uuid not null,
  batch_index integer not null,
  -- The earliest moment it can expire: entry is at least half a second after acceptance.
  due_from timestamptz not null,
  -- The shard of the reserve that backs it.
  shard smallint not null,
  primary key (account_id, id)
);
create index open_orders_by_due on options.open_orders (due_from);
-- Numbers rise with the rows, so the ranges of blocks find them without a cost to each order.
create index open_orders_by_no on options.open_orders using brin (order_no);
grant select on options.open_orders to api, console;
select kernel.set_statistics_target('options.open_orders', 10);

create table options.orders (
  account_id bigint not null,
  id uuid not null,
  order_no bigint not null,
  asset smallint not null,
  instrument_id integer not null,
  direction smallint not null,
  stake bigint not null,
  payout_ppm integer not null,
  limit_time integer not null,
  accepted_at timestamptz not null,
  seen_seq bigint not null,
  feed_kind text not null,
  batch_id uuid not null,
  batch_index integer not null,
  status text not null check (status in ('WON', 'LOST', 'TIE', 'SOLD', 'VOID')),
  void_reason text check (void_reason in ('NO_ENTRY_TICK', 'FEED_INVALID', 'SESSION_HALTED_BY_EXCHANGE')),
  gain bigint not null,
  entry_seq bigint, entry_ts timestamptz, entry_price bigint,
  exit_seq bigint, exit_ts timestamptz, exit_price bigint,
  expires_at timestamptz,
  sale jsonb,
  entry_no bigint,
  settled_at timestamptz not null,
  primary key (account_id, id),
  check ((status = 'VOID') = (void_reason is not null)),
  check ((status = 'SOLD') = (sale is not null)),
  -- The profit must fit the status, whatever wrote the row.
  constraint gain_of_status check (case status
    when 'WON' then gain = stake * payout_ppm / 1000000
    when 'LOST' then gain = -stake
    when 'SOLD' then gain between -stake and stake * payout_ppm / 1000000
    else gain = 0 end)
);
create index orders_by_settled on options.orders using brin (settled_at);
create trigger added_only before update or delete or truncate on options.orders
  for each statement execute function kernel.refuse_change();
create index orders_by_no on options.orders using brin (order_no);
grant select on options.orders to api, console;
select kernel.set_statistics_target('options.orders', 10);

-- Receipts a UTC day, and those that left later than half a second after their acceptance.
create table options.receipt_days (
  day date primary key,
  receipts bigint not null,
  late bigint not null
);
grant select, insert, update on options.receipt_days to api;
grant select on options.receipt_days to console;

-- The entry that first funded the reserve of an asset; a row here is why a restart does not fund it again.
create table options.reserve_openings (
  asset smallint primary key,
  entry_no bigint not null,
  at timestamptz not null
);
grant select on options.reserve_openings to api, console;

-- What simple strategies would have returned on the prices of a day (UTC), by category of instruments: `mean`, `low` and
-- `high` are shares of the stake, low and high the 95 % interval. Counted once a day from the record and never changed.
create table options.strategy_days (
  day integer not null,
  category smallint not null,
  signal text not null,
  side text not null check (side in ('with', 'against')),
  orders integer not null check (orders > 0),
  mean double precision not null,
  low double precision not null,
  high double precision not null check (low <= mean and mean <= high),
  primary key (day, category, signal, side)
);
grant select, insert on options.strategy_days to api;
grant select on options.strategy_days to console;

-- What backs orders: what an order can win is held here while it runs. One shard a lane of orders.
select ledger.add_reserve('reserve:options', array['USDT', 'USDT.virtual'], 8::smallint);
select ledger.add_single_kinds(array['option.win', 'option.loss', 'option.sale']);
