-- One coin for another, out of the house's inventory. A conversion is one row and one entry, written together when its
-- tick has been recorded; until then nothing has moved. A quote leads to one conversion at most.

-- What a sandbox opened its inventory with, once a coin; a live one is filled by two operators.
create table wallet.inventory_openings (
  asset smallint primary key references ledger.assets,
  at timestamptz not null
);

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

create sequence wallet.conversion_no_seq;

-- Conversions in the order of their commits and without a gap, so that the log can seal each: whoever converts holds the
-- count to the end of a transaction that is short.
create table wallet.conversion_count (one boolean primary key default true check (one), last bigint not null);
insert into wallet.conversion_count (last) values (0);

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

create function wallet.refuse_conversion_change() returns trigger language plpgsql as $$
begin
  raise exception 'conversions are append-only' using errcode = 'restrict_violation';
end $$;
create trigger conversions_append_only before update or delete or truncate on wallet.conversions
  for each statement execute function wallet.refuse_conversion_change();

-- A conversion is its customer's, and comes to what its ticks say: the fee is a thousandth, rounded up, and the rest is
-- exchanged at the quotient of the prices, rounded down, as in proofs/convert. Prices are written with the two decimals of
-- their instruments, and each is within a tenth of the last price that was packed, which is a minute or two older; before
-- the first there is none.
create function wallet.guard_conversion() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_paid numeric := case when new.from_asset = 1 then 1 end;
  v_bought numeric := case when new.to_asset = 1 then 1 end;
  v_tick record;
  v_recorded bigint;
begin
  if not exists (select from accounts.customers c where c.id = new.customer_id and c.account_id = new.account_id) then
    raise exception 'the account is not of this customer' using errcode = 'restrict_violation';
  end if;
  for v_tick in select t ->> 'code' as code, t ->> 'price' as price from jsonb_array_elements(new.ticks) t loop
    select i.last_price into v_recorded from markets.instruments i where i.code = v_tick.code;
    if v_tick.price !~ '^[0-9]{1,12}\.[0-9]{2}$' or abs(v_tick.price::numeric * 100 - v_recorded) * 10 > v_recorded then
      raise exception 'no such price of % is on record', v_tick.code using errcode = 'restrict_violation';
    end if;
    if (v_tick.code, new.from_asset) in (('BTCUSDT', 4), ('ETHUSDT', 5)) then v_paid := v_tick.price::numeric;
    elsif (v_tick.code, new.to_asset) in (('BTCUSDT', 4), ('ETHUSDT', 5)) then v_bought := v_tick.price::numeric; end if;
  end loop;
  if v_paid is null or v_bought is null
    or new.received <> div((new.amount - new.fee) * v_paid * (10::numeric ^ (select a.scale from ledger.assets a where a.id = new.to_asset)),
      v_bought * (10::numeric ^ (select a.scale from ledger.assets a where a.id = new.from_asset)))
  then
    raise exception 'a conversion comes to what its ticks say' using errcode = 'restrict_violation';
  end if;
  update wallet.conversion_count n set last = n.last + 1 returning n.last into new.seq;
  return new;
end $$;
create trigger guarded before insert on wallet.conversions for each row execute function wallet.guard_conversion();

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

revoke all on all functions in schema wallet from public;
grant execute on function wallet.convert to api;
grant select on wallet.conversions, wallet.conversion_count to api, console;
grant select, insert, delete on wallet.conversion_quotes to api;
grant select on wallet.inventory_openings to api;

insert into books.types values (5, 'conversions', 'a conversion: what was given, what was received, and the ticks that decided it');
