-- What the role api may do with money is what these functions do: place an order, settle one, convert, ask for a
-- withdrawal, open and close an account. The ledger's free functions, which take any lines, are nobody's any more but the
-- owner's: what opens a reserve or an inventory does so as the owner of the tables, who is not signed in while the product
-- runs.

-- As in 0016, and run as the owner: the house's part is backed by the options reserve and by nothing else, it is what the
-- order could win and no more, and only customers place orders.
create or replace function options.place(
  p_accounts bigint[], p_ids uuid[], p_order_nos bigint[], p_assets smallint[], p_instruments integer[],
  p_directions smallint[], p_stakes bigint[], p_payouts integer[], p_limits integer[], p_seen bigint[], p_feeds text[],
  p_house_amounts bigint[], p_keys text[], p_asks bytea[], p_route smallint, p_house bigint, p_shard smallint,
  p_at timestamptz, p_batch uuid, p_params integer, p_head_size bigint, p_head_root text, p_key_id text,
  p_root bytea, p_signature bytea, p_leaves bytea, p_ceilings jsonb default null)
returns table (ord integer, outcome smallint, ref uuid, free bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_go integer[] := (select array_agg(n) from generate_series(1, cardinality(p_ids)) n);
  v_known integer[] := '{}'; v_came smallint[] := '{}'; v_refs uuid[] := '{}';
  v_counted integer[];
  v_over integer[] := '{}'; v_ceilings integer[] := '{}';
  v_asked integer[]; v_outcomes smallint[]; v_frees bigint[]; v_held integer[];
begin
  if not exists (select from ledger.accounts a where a.id = p_house and a.name = 'reserve:options')
    or exists (select from ledger.accounts a where a.name not like 'user:%' and a.id = any (p_accounts))
    or exists (select from unnest(p_stakes, p_payouts, p_house_amounts) b(stake, payout, house)
      where b.house is distinct from b.stake * b.payout / 1000000)
  then
    raise exception 'an order is a customer''s, and the reserve backs what it can win' using errcode = 'P0001';
  end if;

  if exists (select 1 from unnest(p_keys) k where k is not null) then
    select coalesce(array_agg(k.ord), '{}'), coalesce(array_agg(k.outcome), '{}'), coalesce(array_agg(k.ref), '{}')
    into v_known, v_came, v_refs from ledger.known(p_accounts, p_keys, p_asks, p_route) k;
    if cardinality(v_known) > 0 then
      v_go := coalesce((select array_agg(n) from unnest(v_go) n where not (n = any (v_known))), '{}');
    end if;
  end if;

  v_counted := options.expose(v_go, p_accounts, p_assets, p_stakes);

  if p_ceilings is not null then
    select coalesce(array_agg(b.ord), '{}'), coalesce(array_agg(b.ceiling), '{}') into v_over, v_ceilings
    from options.beyond(v_counted, p_ceilings, p_accounts, p_assets, p_stakes) b;
    if cardinality(v_over) > 0 then
      perform options.unexpose(v_over, p_accounts, p_assets, p_stakes);
      v_go := coalesce((select array_agg(n) from unnest(v_go) n where not (n = any (v_over))), '{}');
      v_counted := coalesce((select array_agg(n) from unnest(v_counted) n where not (n = any (v_over))), '{}');
    end if;
  end if;

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
    union all select o.ord, (10 + o.ceiling)::smallint, null::uuid, null::bigint from unnest(v_over, v_ceilings) o(ord, ceiling)
    union all select h.ord, h.outcome, null::uuid, h.free from unnest(v_asked, v_outcomes, v_frees) h(ord, outcome, free);
end $$;

-- A result is worth what its name says, whoever wrote it.
alter table options.orders add constraint gain_of_status check (case status
  when 'WON' then gain = stake * payout_ppm / 1000000
  when 'LOST' then gain = -stake
  when 'SOLD' then gain between -stake and stake * payout_ppm / 1000000
  else gain = 0 end) not valid;
alter function options.settle security definer set search_path = '';

revoke execute on function options.expose, options.unexpose, options.beyond from api;
revoke insert, delete on options.open_orders from api;
revoke insert on options.batches, options.orders from api;
revoke insert, update on options.exposure from api;
revoke insert, update, update (entry_no) on options.reserve_openings from api;
revoke execute on function
  ledger.known, ledger.hold, ledger.finish, ledger.capture, ledger.release, ledger.set_aside, ledger.post from api;

-- As in 0006, for the options reserve alone and a shard that it has.
create or replace function ledger.level(p_account bigint, p_asset smallint, p_shard smallint, p_needed bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_total bigint;
  v_share bigint;
  v_count integer;
begin
  perform 1 from ledger.balances w where w.account_id = p_account and w.asset = p_asset order by w.shard for update;
  if not exists (select from ledger.accounts a join ledger.balances w on w.account_id = a.id
    where a.id = p_account and a.name = 'reserve:options' and w.asset = p_asset and w.shard = p_shard)
  then
    raise exception 'only a shard of the options reserve is levelled' using errcode = 'P0001';
  end if;
  select sum(w.free)::bigint, count(*)::int into v_total, v_count from ledger.balances w where w.account_id = p_account and w.asset = p_asset;
  if v_total >= p_needed then
    v_share := greatest(0, v_total - greatest(p_needed, v_total / v_count)) / greatest(1, v_count - 1);
    update ledger.balances w set free = case when w.shard = p_shard then v_total - v_share * (v_count - 1) else v_share end
    where w.account_id = p_account and w.asset = p_asset;
  end if;
  return v_total;
end $$;

-- 10 000 USDT.virtual: what an account opens with and is brought back to, whoever asks for another.
create function ledger.must_be_opening(p_amount bigint) returns bigint language plpgsql immutable as $$
begin
  if p_amount is distinct from 10000000000 then
    raise exception 'a virtual account opens with 10 000' using errcode = 'P0001';
  end if;
  return p_amount;
end $$;

create function ledger.must_be_customer(p_account bigint) returns void language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from ledger.accounts a where a.id = p_account and a.name like 'user:%') then
    raise exception 'not an account of a customer' using errcode = 'P0001';
  end if;
end $$;

-- As in 0006, with the one opening amount.
create or replace function ledger.open_customer(p_customer uuid, p_opening bigint, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_account bigint;
begin
  insert into ledger.accounts (name, opened_at) values ('user:' || p_customer, p_at) returning id into v_account;
  insert into ledger.balances (account_id, asset, shard, free, held) values (v_account, 1, 0, 0, 0), (v_account, 2, 0, 0, 0);
  perform ledger.post('virtual.opening', p_customer, array[v_account, (select id from ledger.accounts where name = 'house:capital')],
    array[2, 2]::smallint[], array[ledger.must_be_opening(p_opening), -p_opening], p_at);
  return v_account;
end $$;

-- As in 0006, for a customer alone and to the opening amount alone.
create or replace function ledger.bring_virtual_to(p_account bigint, p_target bigint, p_ref uuid, p_at timestamptz)
returns table (free_before bigint, entry bigint)
language plpgsql security definer set search_path = '' as $$
declare
  v_free bigint;
  v_entry bigint;
  v_capital bigint := (select id from ledger.accounts where name = 'house:capital');
begin
  perform ledger.must_be_customer(p_account);
  perform ledger.must_be_opening(p_target);
  -- The capital first, as every entry does: its account has the lower number.
  perform 1 from ledger.origins o where o.account_id = v_capital and o.asset = 2 for update;
  select w.free into strict v_free from ledger.balances w where w.account_id = p_account and w.asset = 2 and w.shard = 0 for update;
  if v_free <> p_target then
    v_entry := ledger.post('virtual.reset', p_ref, array[p_account, v_capital],
      array[2, 2]::smallint[], array[p_target - v_free, v_free - p_target], p_at);
  end if;
  return query select v_free, v_entry;
end $$;

-- As in 0018, for a customer alone.
create or replace function ledger.close_account(p_account bigint, p_ref uuid, p_at timestamptz)
returns table (asset smallint, free bigint, held bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_capital bigint := (select id from ledger.accounts where name = 'house:capital');
  v_virtual bigint;
begin
  perform ledger.must_be_customer(p_account);
  -- The capital first, as every entry does: its account has the lower number.
  perform 1 from ledger.origins o where o.account_id = v_capital and o.asset = 2 for update;
  perform 1 from ledger.balances w where w.account_id = p_account order by w.asset for update;
  return query
    select w.asset, w.free, w.held from ledger.balances w
    where w.account_id = p_account and w.shard = 0 and (w.held > 0 or (w.asset <> 2 and w.free > 0)) order by w.asset;
  if found then return; end if;
  v_virtual := (select w.free from ledger.balances w where w.account_id = p_account and w.asset = 2 and w.shard = 0);
  if v_virtual > 0 then
    perform ledger.post('virtual.closing', p_ref, array[p_account, v_capital], array[2, 2]::smallint[],
      array[-v_virtual, v_virtual], p_at);
  end if;
end $$;

revoke all on function ledger.must_be_opening, ledger.must_be_customer from public;
