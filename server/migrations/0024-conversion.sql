-- One coin for another, out of the house's inventory. A conversion is one row and one entry, written together when its
-- tick has been recorded; until then nothing has moved. A quote leads to one conversion at most.
insert into ledger.accounts (name, opened_at)
select name, now() from unnest(array['house:inventory', 'revenue:convert']) as name
on conflict do nothing;

-- What a sandbox opened its inventory with, once a coin; a live one is filled by two operators.
create table wallet.inventory_openings (
  asset smallint primary key references ledger.assets,
  at timestamptz not null
);
grant select, insert on wallet.inventory_openings to api;

create sequence wallet.conversion_no_seq;

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

create table wallet.conversions (
  id uuid primary key,
  order_no bigint not null default nextval('wallet.conversion_no_seq'),
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

create function wallet.refuse_conversion_change() returns trigger language plpgsql as $$
begin
  raise exception 'conversions are append-only' using errcode = 'restrict_violation';
end $$;
create trigger conversions_append_only before update or delete or truncate on wallet.conversions
  for each statement execute function wallet.refuse_conversion_change();

-- Converts: row and entry in one step. Answers 'done', or 'known' where the quote was used, 'balance' where the customer
-- has too little that may be traded with, 'inventory' where the house has; then nothing has changed.
create function wallet.convert(
  p_id uuid, p_customer uuid, p_account bigint, p_quote uuid, p_from smallint, p_to smallint,
  p_amount bigint, p_fee bigint, p_received bigint, p_price text, p_ticks jsonb, p_accepted timestamptz, p_at timestamptz)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_inventory bigint := (select a.id from ledger.accounts a where a.name = 'house:inventory');
  v_revenue bigint := (select a.id from ledger.accounts a where a.name = 'revenue:convert');
  v_entry bigint;
begin
  -- In account order, as every entry locks.
  perform 1 from ledger.balances w
  where w.account_id in (p_account, v_inventory) and w.asset in (p_from, p_to) and w.shard = 0
  order by w.account_id, w.asset for update;
  if exists (select 1 from wallet.conversions c where c.quote_id = p_quote) then return 'known'; end if;
  if not exists (select 1 from ledger.balances w where w.account_id = p_account and w.asset = p_from and w.shard = 0
                 and w.free - w.kept >= p_amount) then return 'balance'; end if;
  if not exists (select 1 from ledger.balances w where w.account_id = v_inventory and w.asset = p_to and w.shard = 0
                 and w.free >= p_received) then return 'inventory'; end if;
  v_entry := ledger.post('convert', p_id, array[p_account, v_inventory, v_revenue, p_account, v_inventory],
    array[p_from, p_from, p_from, p_to, p_to], array[-p_amount, p_amount - p_fee, p_fee, p_received, -p_received], p_at);
  insert into wallet.conversions (id, customer_id, account_id, quote_id, from_asset, to_asset, amount, fee, received, ticks,
    price, entry, accepted_at, done_at)
  values (p_id, p_customer, p_account, p_quote, p_from, p_to, p_amount, p_fee, p_received, p_ticks, p_price, v_entry,
    p_accepted, p_at);
  return 'done';
end $$;

revoke all on function wallet.convert from public;
grant execute on function wallet.convert to api;
grant select on wallet.conversions to api, console;
grant select, insert, delete on wallet.conversion_quotes to api;
