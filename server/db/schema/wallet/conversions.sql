-- One coin for another, out of the house's inventory. A conversion is one row and one entry, written together when its
-- tick has been recorded; until then nothing has moved. A quote leads to one conversion at most.

-- What a sandbox opened its inventory with, once a coin; a live one is filled by two operators.
create table wallet.inventory_openings (
  asset smallint primary key references ledger.assets,
  at timestamptz not null
);
grant select on wallet.inventory_openings to api, console;

create table wallet.conversion_quotes (
  id uuid primary key,
  customer_id uuid not null,
  from_asset smallint not null references ledger.assets,
  to_asset smallint not null references ledger.assets,
  amount bigint not null check (amount > 0),
  received bigint not null check (received >= 0),
  at timestamptz not null,
  ends_at timestamptz not null
);
create index conversion_quotes_by_age on wallet.conversion_quotes (ends_at);
grant select, insert, delete on wallet.conversion_quotes to api;

create sequence wallet.conversion_no_seq;

-- The argument of wallet.convert.
create type wallet.new_conversion as (
  id uuid, customer_id uuid, account_id bigint, quote_id uuid, from_asset smallint, to_asset smallint, amount bigint,
  fee bigint, received bigint, price text, ticks jsonb, accepted_at timestamptz, done_at timestamptz);

-- Conversions in the order of their commits and without a gap, so that the log can seal each: a conversion locks the
-- count to the end of a transaction that is short.
create table wallet.conversion_count (one boolean primary key default true check (one), last bigint not null);
insert into wallet.conversion_count (last) values (0);
grant select on wallet.conversion_count to api, console;

create table wallet.conversions (
  id uuid primary key,
  order_no bigint not null default nextval('wallet.conversion_no_seq'),
  seq bigint not null constraint conversions_seq unique,
  customer_id uuid not null,
  account_id bigint not null,
  quote_id uuid not null unique,
  from_asset smallint not null references ledger.assets,
  to_asset smallint not null references ledger.assets,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee = (amount + 999) / 1000),
  received bigint not null check (received > 0),
  -- What the prices were that decided: code, seq, ts and price of each tick, as recorded.
  ticks jsonb not null check (jsonb_array_length(ticks) between 1 and 2),
  price text not null,
  entry bigint not null,
  accepted_at timestamptz not null,
  done_at timestamptz not null,
  check (from_asset <> to_asset and from_asset in (1, 4, 5) and to_asset in (1, 4, 5))
);
create index conversions_by_customer on wallet.conversions (customer_id, id);
-- The volume of a day is counted every minute.
create index conversions_by_time on wallet.conversions (done_at);
create trigger added_only before update or delete or truncate on wallet.conversions
  for each statement execute function kernel.refuse_change();
create trigger guarded before insert on wallet.conversions for each row execute function wallet.guard_conversion();
create unique index conversions_by_no on wallet.conversions (order_no);
create index conversions_of_customer_by_time on wallet.conversions (customer_id, done_at desc, id desc);
grant select on wallet.conversions to api, console;

-- The house's coins that are exchanged, and what it earns by it.
select ledger.add_reserve('house:inventory', array['USDT', 'BTC', 'ETH'], 1::smallint);
select ledger.add_account('revenue:convert');
select ledger.add_single_kinds(array['convert']);
