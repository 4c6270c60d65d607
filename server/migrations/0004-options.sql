-- Up and down options. An order stands in `open_orders` until its money is settled, and from then on in `orders`, where
-- it never changes again. Entry and exit are not stored while it runs: they follow from the recorded ticks.
create schema options;
grant usage on schema options to api, console;

create sequence options.order_no_seq increment by 1000;

-- One signature a batch: every receipt of the batch is a leaf under its root. `leaves` are their hashes, 32 bytes each,
-- so that the path of any of them can be written out again. `xid` tells the log job what may still be on its way.
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
  primary key (account_id, id)
);
create index open_orders_by_due on options.open_orders (due_from);

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
  check ((status = 'SOLD') = (sale is not null))
);

create index orders_by_settled on options.orders using brin (settled_at);

create function options.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'settled orders never change' using errcode = 'restrict_violation';
end $$;
create trigger orders_never_change before update or delete or truncate on options.orders
  for each statement execute function options.refuse_change();

-- Receipts a UTC day, and those that left later than half a second after their acceptance.
create table options.receipt_days (
  day date primary key,
  receipts bigint not null,
  late bigint not null
);

-- The entry that first funded the reserve of an asset; a row here is why a restart does not fund it again.
create table options.reserve_openings (
  asset smallint primary key,
  entry_no bigint not null,
  at timestamptz not null
);

-- What a customer has open, by account and mode; guarded in the same statement as the hold.
create table options.exposure (
  account_id bigint not null,
  asset smallint not null,
  open_count integer not null check (open_count between 0 and 20),
  open_stake bigint not null check (open_stake between 0 and 5000000000),
  primary key (account_id, asset)
) with (fillfactor = 90);

-- Counts calls into what their customers have open, within the limits of both accounts: 20 orders, 5 000 USDT of stake.
-- The first order of an account makes its row. Answers the places of the calls that fitted.
create function options.expose(p_go integer[], p_accounts bigint[], p_assets smallint[], p_stakes bigint[])
returns integer[] language plpgsql as $$
declare
  v_done integer[];
begin
  with calls as materialized (
    select b.* from unnest(p_accounts, p_assets, p_stakes) with ordinality as b(account_id, asset, stake, ord)
    where cardinality(p_go) = cardinality(p_accounts) or b.ord = any (p_go)),
  counted as (
    insert into options.exposure as e (account_id, asset, open_count, open_stake)
    select account_id, asset, 1, stake from calls
    on conflict (account_id, asset) do update set open_count = e.open_count + 1, open_stake = e.open_stake + excluded.open_stake
    where e.open_count < 20 and e.open_stake + excluded.open_stake <= 5000000000
    returning e.account_id)
  select coalesce(array_agg(c.ord::int), '{}') into v_done from calls c join counted using (account_id);
  return v_done;
end $$;

-- Takes back what was counted for calls that the ledger then refused.
create function options.unexpose(p_back integer[], p_accounts bigint[], p_assets smallint[], p_stakes bigint[]) returns void
language sql as $$
  update options.exposure e set open_count = e.open_count - 1, open_stake = e.open_stake - b.stake
  from unnest(p_accounts, p_assets, p_stakes) with ordinality as b(account_id, asset, stake, ord)
  where b.ord = any (p_back) and e.account_id = b.account_id and e.asset = b.asset
$$;

-- Places a batch of orders, a customer at most once: keys, limits, holds, orders and the batch's signature in one
-- statement. outcome 0: placed · 1: balance too small · 2: the reserve's shard is too small · 3: repeated, ref is the
-- first order · 4: key used for another ask · 5: too much open already. Locks exposure, then the ledger's rows.
create function options.place(
  p_accounts bigint[], p_ids uuid[], p_order_nos bigint[], p_assets smallint[], p_instruments integer[],
  p_directions smallint[], p_stakes bigint[], p_payouts integer[], p_limits integer[], p_seen bigint[], p_feeds text[],
  p_house_amounts bigint[], p_keys text[], p_asks bytea[], p_route smallint, p_house bigint, p_shard smallint,
  p_at timestamptz, p_batch uuid, p_params integer, p_head_size bigint, p_head_root text, p_key_id text,
  p_root bytea, p_signature bytea, p_leaves bytea)
returns table (ord integer, outcome smallint, ref uuid, free bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_go integer[] := (select array_agg(n) from generate_series(1, cardinality(p_ids)) n);
  v_known integer[] := '{}'; v_came smallint[] := '{}'; v_refs uuid[] := '{}';
  v_counted integer[];
  v_asked integer[]; v_outcomes smallint[]; v_frees bigint[]; v_held integer[];
begin
  if exists (select 1 from unnest(p_keys) k where k is not null) then
    select coalesce(array_agg(k.ord), '{}'), coalesce(array_agg(k.outcome), '{}'), coalesce(array_agg(k.ref), '{}')
    into v_known, v_came, v_refs from ledger.known(p_accounts, p_keys, p_asks, p_route) k;
    if cardinality(v_known) > 0 then
      v_go := coalesce((select array_agg(n) from unnest(v_go) n where not (n = any (v_known))), '{}');
    end if;
  end if;

  v_counted := options.expose(v_go, p_accounts, p_assets, p_stakes);

  select array_agg(h.ord), array_agg(h.outcome), array_agg(h.free), coalesce(array_agg(h.ord) filter (where h.outcome = 0), '{}')
  into v_asked, v_outcomes, v_frees, v_held
  from ledger.hold(p_ids, p_accounts, p_assets, p_stakes, p_house, p_shard, p_house_amounts, p_keys, p_asks, p_route, p_at, v_counted) h;
  if cardinality(v_held) < cardinality(v_counted) then
    perform options.unexpose((select array_agg(n) from unnest(v_counted) n where not (n = any (v_held))), p_accounts, p_assets, p_stakes);
  end if;

  if cardinality(v_held) > 0 then
    insert into options.open_orders
    select b.account_id, b.id, b.order_no, b.asset, b.instrument_id, b.direction, b.stake, b.payout_ppm, b.limit_time, p_at,
      b.seen_seq, b.feed_kind, p_batch, b.ord - 1, p_at + make_interval(secs => b.limit_time + 0.5)
    from unnest(p_accounts, p_ids, p_order_nos, p_assets, p_instruments, p_directions, p_stakes, p_payouts, p_limits, p_seen, p_feeds)
      with ordinality as b(account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm, limit_time, seen_seq, feed_kind, ord)
    where cardinality(v_held) = cardinality(p_ids) or b.ord = any (v_held);
    insert into options.batches (id, accepted_at, params_version, head_size, head_root, key_id, root, signature, leaves)
    values (p_batch, p_at, p_params, p_head_size, p_head_root, p_key_id, p_root, p_signature, p_leaves);
  end if;

  return query
    select * from unnest(v_known, v_came, v_refs, array_fill(null::bigint, array[cardinality(v_known)]))
    union all select n, 5::smallint, null::uuid, null::bigint from unnest(v_go) n where not (n = any (v_counted))
    union all select h.ord, h.outcome, null::uuid, h.free from unnest(v_asked, v_outcomes, v_frees) h(ord, outcome, free);
end $$;

-- Settles orders that are still open, each at most once: takes them out, finishes their holds by what the customer
-- gains, takes back what they counted, and writes what decided them. Answers those it settled, with their entries.
create function options.settle(
  p_accounts bigint[], p_ids uuid[], p_statuses text[], p_reasons text[], p_gains bigint[],
  p_entry_seqs bigint[], p_entry_times timestamptz[], p_entry_prices bigint[],
  p_exit_seqs bigint[], p_exit_times timestamptz[], p_exit_prices bigint[],
  p_expires timestamptz[], p_sales text[], p_at timestamptz)
returns table (account_id bigint, id uuid, asset smallint, status text, gain bigint, entry_no bigint)
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  with decided as materialized (
    select * from unnest(p_accounts, p_ids, p_statuses, p_reasons, p_gains, p_entry_seqs, p_entry_times, p_entry_prices,
      p_exit_seqs, p_exit_times, p_exit_prices, p_expires, p_sales)
      as d(account_id, id, status, reason, gain, entry_seq, entry_ts, entry_price, exit_seq, exit_ts, exit_price, expires_at, sale)),
  closed as materialized (
    delete from options.open_orders o using decided d where o.account_id = d.account_id and o.id = d.id
    returning o.*, d.status, d.reason, d.gain, d.entry_seq, d.entry_ts, d.entry_price, d.exit_seq, d.exit_ts, d.exit_price, d.expires_at, d.sale),
  uncounted as (
    update options.exposure e set open_count = e.open_count - c.orders, open_stake = e.open_stake - c.stake
    from (select account_id, asset, count(*)::int as orders, sum(stake)::bigint as stake from closed group by 1, 2 order by 1, 2) c
    where e.account_id = c.account_id and e.asset = c.asset
    returning 1),
  -- Counted once: as part of a join it would be counted for every order.
  taken_back as materialized (select count(*) as orders from uncounted),
  asked as (
    select array_agg(c.id order by c.account_id) as ids, array_agg(c.gain order by c.account_id) as gains,
      array_agg(case c.status when 'WON' then 'option.win' when 'LOST' then 'option.loss' else 'option.sale' end order by c.account_id) as kinds
    -- Reading what was uncounted first keeps one order of locks: exposure, then the ledger's rows.
    from closed c, taken_back having count(*) > 0),
  finished as materialized (select f.* from asked, lateral ledger.finish(asked.ids, asked.gains, asked.kinds, p_at) f),
  written as (
    insert into options.orders
    select c.account_id, c.id, c.order_no, c.asset, c.instrument_id, c.direction, c.stake, c.payout_ppm, c.limit_time,
      c.accepted_at, c.seen_seq, c.feed_kind, c.batch_id, c.batch_index, c.status, c.reason, c.gain,
      c.entry_seq, c.entry_ts, c.entry_price, c.exit_seq, c.exit_ts, c.exit_price, c.expires_at, c.sale::jsonb, f.entry, p_at
    from closed c join finished f on f.id = c.id
    returning account_id, id, asset, status, gain, entry_no)
  select * from written;
end $$;

revoke all on all functions in schema options from public;
grant execute on all functions in schema options to api;
grant usage on sequence options.order_no_seq to api;
grant select, insert on options.batches, options.orders, options.reserve_openings to api;
grant select, insert, delete on options.open_orders to api;
grant select, insert, update on options.exposure, options.receipt_days to api;
grant update (entry_no) on options.reserve_openings to api;
grant select on all tables in schema options to console;
