-- The ledger's doors. Products call these functions; nobody but they writes the ledger's tables. Each runs as the owner
-- and is granted to the role `api` by name at the end. Rows are locked in one order everywhere: house shards, then
-- customers by account; callers pass arrays sorted by account.

-- What earlier calls under these keys came to. outcome 3: the same ask before, ref is its result · 4: another ask.
create function ledger.known(p_accounts bigint[], p_keys text[], p_asks bytea[], p_route smallint)
returns table (ord integer, outcome smallint, ref uuid)
language sql stable security definer set search_path = '' as $$
  select b.ord::int, case when k.ask = b.ask then 3::smallint else 4::smallint end, k.ref
  from unnest(p_accounts, p_keys, p_asks) with ordinality as b(account_id, key, ask, ord)
  join ledger.keys k on k.account_id = b.account_id and k.key = b.key and k.route = p_route
$$;

-- Places holds for the calls whose places in the arrays `p_go` names, a customer at most once. Each takes `amount` of
-- the customer's free balance and `house_amount` of one shard of a house account. outcome 0: held · 1: the customer's balance is too small · 2: the shard is too
-- small for what this call asks of it in all; the caller levels the shards and asks again with fewer.
create function ledger.hold(
  p_ids uuid[], p_accounts bigint[], p_assets smallint[], p_amounts bigint[],
  p_house bigint, p_shard smallint, p_house_amounts bigint[],
  p_keys text[], p_asks bytea[], p_route smallint, p_at timestamptz, p_go integer[])
returns table (ord integer, outcome smallint, free bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_fits integer[];
begin
  with shards as materialized (
    select s.asset, s.free from ledger.balances s
    where s.account_id = p_house and s.shard = p_shard and s.asset = any (p_assets)
    order by s.asset for no key update),
  wanted as (
    select b.ord::int, b.asset, sum(b.house_amount) over (partition by b.asset order by b.ord) as running
    from unnest(p_assets, p_house_amounts) with ordinality as b(asset, house_amount, ord)
    where cardinality(p_go) = cardinality(p_ids) or b.ord = any (p_go))
  select coalesce(array_agg(wanted.ord order by wanted.ord), '{}') into v_fits
  from wanted join shards on shards.asset = wanted.asset and wanted.running <= shards.free;

  return query
  with fits as materialized (
    select b.* from unnest(p_ids, p_accounts, p_assets, p_amounts, p_house_amounts, p_keys, p_asks)
      with ordinality as b(id, account_id, asset, amount, house_amount, key, ask, ord)
    where cardinality(v_fits) = cardinality(p_ids) or b.ord = any (v_fits)),
  paid as (
    update ledger.balances w set free = w.free - f.amount, held = w.held + f.amount
    from fits f
    where w.account_id = f.account_id and w.asset = f.asset and w.shard = 0 and w.free >= f.amount
    returning f.*, w.free as left_over),
  placed as (
    insert into ledger.holds (id, at, account_id, asset, amount, house_id, house_shard, house_amount)
    select id, p_at, account_id, asset, amount, p_house, p_shard, house_amount from paid),
  backed as (
    update ledger.balances h set free = h.free - t.total, held = h.held + t.total
    from (select asset, sum(house_amount)::bigint as total from paid group by asset) t
    where h.account_id = p_house and h.asset = t.asset and h.shard = p_shard),
  keyed as (
    insert into ledger.keys (account_id, key, route, ask, ref, at)
    select account_id, key, p_route, ask, id, p_at from paid where key is not null)
  select paid.ord::int, 0::smallint, paid.left_over from paid
  union all
  select f.ord::int, 1::smallint, null::bigint from fits f where not exists (select 1 from paid where paid.ord = f.ord)
  union all
  select n, 2::smallint, null::bigint from unnest(p_go) as n
  where cardinality(v_fits) <> cardinality(p_go) and not (n = any (v_fits));
end $$;

-- A gain as it was asked, if the two parts of its hold cover it; refuses (P0001) any other.
create function ledger.must_cover(p_gain bigint, p_amount bigint, p_house_amount bigint) returns bigint
language plpgsql immutable as $$
begin
  if p_gain > coalesce(p_house_amount, 0) or p_gain < -p_amount then
    raise exception 'a gain of % is beyond what is held', p_gain using errcode = 'P0001';
  end if;
  return p_gain;
end $$;

-- Finishes holds by one signed number each: what the customer gains. A gain is captured from the house's part, a loss
-- from the customer's part, the rest of both is released. A hold that is not there any more is not answered: its money
-- has moved already. Answers the entry of each hold that moved money.
create function ledger.finish(p_ids uuid[], p_gains bigint[], p_kinds text[], p_at timestamptz)
returns table (id uuid, entry bigint)
-- The planner cannot know how many ids come and would read the whole table for a large batch.
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  with ended as materialized (
    delete from ledger.holds h using unnest(p_ids, p_gains, p_kinds) as b(id, gain, kind)
    where h.id = b.id
    returning h.*, ledger.must_cover(b.gain, h.amount, h.house_amount) as gain, b.kind),
  backed as (
    update ledger.balances w set held = w.held - t.amount, free = w.free + t.amount - t.gain
    from (select house_id, house_shard, asset, sum(house_amount)::bigint as amount, sum(gain)::bigint as gain
          from ended where house_id is not null group by 1, 2, 3 order by 1, 2, 3) t
    where w.account_id = t.house_id and w.asset = t.asset and w.shard = t.house_shard),
  paid as (
    update ledger.balances w set held = w.held - t.amount, free = w.free + t.amount + t.gain
    from (select account_id, asset, sum(amount)::bigint as amount, sum(gain)::bigint as gain
          from ended group by 1, 2 order by 1, 2) t
    where w.account_id = t.account_id and w.asset = t.asset and w.shard = 0),
  written as (
    insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
    select p_at, kind, id, account_id, array[account_id, house_id], array[asset, asset], array[gain, -gain]
    from ended where gain <> 0
    returning ref, seq)
  select ended.id, written.seq from ended left join written on written.ref = ended.id;
end $$;

-- Pays a part of a hold, or all of it, to another account. Answers the entry; refuses (P0001) more than is held.
create function ledger.capture(p_id uuid, p_amount bigint, p_to bigint, p_kind text, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_hold ledger.holds;
  v_entry bigint;
begin
  select * into v_hold from ledger.holds h where h.id = p_id for update;
  if not found or p_amount <= 0 or p_amount > v_hold.amount or v_hold.house_id is not null then
    raise exception 'hold too small' using errcode = 'P0001';
  end if;
  update ledger.balances w set held = w.held - p_amount where w.account_id = v_hold.account_id and w.asset = v_hold.asset and w.shard = 0;
  perform ledger.credit(p_to, v_hold.asset, p_amount);
  if p_amount = v_hold.amount then delete from ledger.holds h where h.id = p_id;
  else update ledger.holds h set amount = h.amount - p_amount where h.id = p_id; end if;
  insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
  values (p_at, p_kind, p_id, v_hold.account_id, array[v_hold.account_id, p_to], array[v_hold.asset, v_hold.asset], array[-p_amount, p_amount])
  returning seq into v_entry;
  return v_entry;
end $$;

-- Gives a part of a hold, or all of it, back to its owner. Refuses (P0001) more than is held.
create function ledger.release(p_id uuid, p_amount bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_hold ledger.holds;
begin
  select * into v_hold from ledger.holds h where h.id = p_id for update;
  if not found or p_amount <= 0 or p_amount > v_hold.amount or v_hold.house_id is not null then
    raise exception 'hold too small' using errcode = 'P0001';
  end if;
  update ledger.balances w set held = w.held - p_amount, free = w.free + p_amount
  where w.account_id = v_hold.account_id and w.asset = v_hold.asset and w.shard = 0;
  if p_amount = v_hold.amount then delete from ledger.holds h where h.id = p_id;
  else update ledger.holds h set amount = h.amount - p_amount where h.id = p_id; end if;
end $$;

-- Places one hold without a house part. Answers false when the free balance is too small.
create function ledger.set_aside(p_id uuid, p_account bigint, p_asset smallint, p_amount bigint, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update ledger.balances w set free = w.free - p_amount, held = w.held + p_amount
  where w.account_id = p_account and w.asset = p_asset and w.shard = 0 and w.free >= p_amount;
  if not found then return false; end if;
  insert into ledger.holds (id, at, account_id, asset, amount) values (p_id, p_at, p_account, p_asset, p_amount);
  return true;
end $$;

-- Adds to a free balance (or takes from it, guarded by its check), or to what an origin has issued. Not a door: it
-- writes no entry, so it is called only from a function that does.
create function ledger.credit(p_account bigint, p_asset smallint, p_amount bigint) returns void
language plpgsql set search_path = '' as $$
begin
  if (select side from ledger.accounts where id = p_account) = 'origin' then
    update ledger.origins o set issued = o.issued - p_amount where o.account_id = p_account and o.asset = p_asset;
    if not found then insert into ledger.origins (account_id, asset, issued) values (p_account, p_asset, -p_amount); end if;
  else
    update ledger.balances w set free = w.free + p_amount
    where w.account_id = p_account and w.asset = p_asset and w.shard = 0;
    if not found then
      insert into ledger.balances (account_id, asset, shard, free, held) values (p_account, p_asset, 0, p_amount, 0);
    end if;
  end if;
end $$;

-- One entry of two or more lines, in account order. Answers its number; a balance below zero fails by its check (23514).
create function ledger.post(p_kind text, p_ref uuid, p_accounts bigint[], p_assets smallint[], p_amounts bigint[], p_at timestamptz)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  v_line record;
  v_entry bigint;
  v_owner bigint;
begin
  for v_line in
    select line.account_id, line.asset, sum(line.amount)::bigint as amount
    from unnest(p_accounts, p_assets, p_amounts) as line(account_id, asset, amount) group by 1, 2 order by 1, 2
  loop
    perform ledger.credit(v_line.account_id, v_line.asset, v_line.amount);
  end loop;
  select min(a.id) into v_owner from ledger.accounts a where a.id = any (p_accounts) and a.name like 'user:%';
  insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
  values (p_at, p_kind, p_ref, v_owner, p_accounts, p_assets, p_amounts) returning seq into v_entry;
  return v_entry;
end $$;

-- Opens a customer's accounts: an empty real balance and a virtual one with its opening amount, by one entry.
create function ledger.open_customer(p_customer uuid, p_opening bigint, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_account bigint;
begin
  insert into ledger.accounts (name, opened_at) values ('user:' || p_customer, p_at) returning id into v_account;
  insert into ledger.balances (account_id, asset, shard, free, held) values (v_account, 1, 0, 0, 0), (v_account, 2, 0, 0, 0);
  perform ledger.post('virtual.opening', p_customer, array[v_account, (select id from ledger.accounts where name = 'house:capital')],
    array[2, 2]::smallint[], array[p_opening, -p_opening], p_at);
  return v_account;
end $$;

-- Brings a customer's free virtual balance to a target, up or down, by one entry against the house's capital. Answers
-- the free balance before, and the entry (null when nothing had to move).
create function ledger.bring_virtual_to(p_account bigint, p_target bigint, p_ref uuid, p_at timestamptz)
returns table (free_before bigint, entry bigint)
language plpgsql security definer set search_path = '' as $$
declare
  v_free bigint;
  v_entry bigint;
  v_capital bigint := (select id from ledger.accounts where name = 'house:capital');
begin
  -- The capital first, as every entry does: its account has the lower number.
  perform 1 from ledger.origins o where o.account_id = v_capital and o.asset = 2 for update;
  select w.free into strict v_free from ledger.balances w where w.account_id = p_account and w.asset = 2 and w.shard = 0 for update;
  if v_free <> p_target then
    v_entry := ledger.post('virtual.reset', p_ref, array[p_account, v_capital],
      array[2, 2]::smallint[], array[p_target - v_free, v_free - p_target], p_at);
  end if;
  return query select v_free, v_entry;
end $$;

-- Moves free money between the shards of one house account so that one of them has what it needs, if all together do.
-- No entry: shards are how one account is stored, not accounts. Answers the free total.
create function ledger.level(p_account bigint, p_asset smallint, p_shard smallint, p_needed bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_total bigint;
  v_share bigint;
  v_count integer;
begin
  perform 1 from ledger.balances w where w.account_id = p_account and w.asset = p_asset order by w.shard for update;
  select sum(w.free)::bigint, count(*)::int into v_total, v_count from ledger.balances w where w.account_id = p_account and w.asset = p_asset;
  if v_total >= p_needed then
    v_share := greatest(0, v_total - greatest(p_needed, v_total / v_count)) / greatest(1, v_count - 1);
    update ledger.balances w set free = case when w.shard = p_shard then v_total - v_share * (v_count - 1) else v_share end
    where w.account_id = p_account and w.asset = p_asset;
  end if;
  return v_total;
end $$;

-- Remembers what a call that is not a hold came to under its key. Answers false when the key is taken.
create function ledger.remember(p_account bigint, p_key text, p_route smallint, p_ask bytea, p_ref uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into ledger.keys (account_id, key, route, ask, ref, at) values (p_account, p_key, p_route, p_ask, p_ref, p_at)
  on conflict do nothing;
  return found;
end $$;

revoke all on all functions in schema ledger from public;
grant execute on function
  ledger.known, ledger.hold, ledger.finish, ledger.capture, ledger.release, ledger.set_aside, ledger.post,
  ledger.open_customer, ledger.bring_virtual_to, ledger.level, ledger.remember, ledger.sums_to_zero
to api;
