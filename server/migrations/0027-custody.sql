-- Customers' coins are covered by custody, or no new deposit is taken. What the house keeps them in, what it has of its own,
-- and money that may leave but not be traded with.

-- What a reorganisation of a chain took away after it was credited and spent: the house stands for it, so it is an origin.
alter table ledger.accounts alter column side set expression as
  (case when name like 'custody:%' or name in ('house:capital', 'house:reorg-loss') then 'origin' else 'owed' end);
insert into ledger.accounts (name, opened_at)
select name, now() from unnest(array[
  'house:inventory', 'custody:bitcoin', 'custody:ethereum', 'custody:tron', 'house:reorg-loss', 'revenue:withdraw', 'revenue:convert']) as name;
insert into ledger.origins
select account.id, asset.id, 0 from ledger.accounts account, ledger.assets asset
where (account.name, asset.name) in (
  ('custody:bitcoin', 'BTC'), ('custody:ethereum', 'ETH'), ('custody:ethereum', 'USDT'), ('custody:tron', 'USDT'),
  ('house:reorg-loss', 'BTC'), ('house:reorg-loss', 'ETH'), ('house:reorg-loss', 'USDT'));

-- The few accounts that are not a customer's.
create index house_accounts on ledger.accounts (id) where name not like 'user:%';

-- Of a free balance, what may leave but not be traded with: paid in above the limit of those who are not verified yet.
alter table ledger.balances add column kept bigint not null default 0 check (kept >= 0);

-- As in 0006; two first credits of one balance at once both count.
create or replace function ledger.credit(p_account bigint, p_asset smallint, p_amount bigint) returns void
language plpgsql set search_path = '' as $$
begin
  if (select side from ledger.accounts where id = p_account) = 'origin' then
    update ledger.origins o set issued = o.issued - p_amount where o.account_id = p_account and o.asset = p_asset;
    if not found then insert into ledger.origins (account_id, asset, issued) values (p_account, p_asset, -p_amount); end if;
  else
    update ledger.balances w set free = w.free + p_amount
    where w.account_id = p_account and w.asset = p_asset and w.shard = 0;
    if not found then
      insert into ledger.balances as w (account_id, asset, shard, free, held) values (p_account, p_asset, 0, p_amount, 0)
      on conflict (account_id, asset, shard) do update set free = w.free + excluded.free;
    end if;
  end if;
end $$;

-- As in 0006; an order takes nothing of what may not be traded with.
create or replace function ledger.hold(
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
    where w.account_id = f.account_id and w.asset = f.asset and w.shard = 0 and w.free - w.kept >= f.amount
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

-- As in 0006; what leaves is first what may not be traded with.
create or replace function ledger.capture(p_id uuid, p_amount bigint, p_to bigint, p_kind text, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_hold ledger.holds;
  v_entry bigint;
begin
  select * into v_hold from ledger.holds h where h.id = p_id for update;
  if not found or p_amount <= 0 or p_amount > v_hold.amount or v_hold.house_id is not null then
    raise exception 'hold too small' using errcode = 'P0001';
  end if;
  update ledger.balances w set held = w.held - p_amount, kept = greatest(0, w.kept - p_amount)
  where w.account_id = v_hold.account_id and w.asset = v_hold.asset and w.shard = 0;
  perform ledger.credit(p_to, v_hold.asset, p_amount);
  if p_amount = v_hold.amount then delete from ledger.holds h where h.id = p_id;
  else update ledger.holds h set amount = h.amount - p_amount where h.id = p_id; end if;
  insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
  values (p_at, p_kind, p_id, v_hold.account_id, array[v_hold.account_id, p_to], array[v_hold.asset, v_hold.asset], array[-p_amount, p_amount])
  returning seq into v_entry;
  return v_entry;
end $$;

-- For each coin what customers own, what custody keeps, and what the house has of its own to put there at once. The books sum
-- to zero, so customers own what was issued less what the house's own accounts hold: a dozen rows, however many customers.
create function ledger.coverage() returns table (asset smallint, customers bigint, custody bigint, capital bigint)
language sql stable security definer set search_path = '' as $$
  select s.id, issued.whole - held.units, issued.custody, issued.capital
  from ledger.assets s,
    lateral (
      select coalesce(sum(o.issued), 0)::bigint as whole,
        coalesce(sum(o.issued) filter (where a.name like 'custody:%'), 0)::bigint as custody,
        coalesce(sum(o.issued) filter (where a.name = 'house:capital'), 0)::bigint as capital
      from ledger.origins o join ledger.accounts a on a.id = o.account_id where o.asset = s.id) issued,
    lateral (
      select coalesce(sum(b.free + b.held), 0)::bigint as units
      from ledger.accounts a join ledger.balances b on b.account_id = a.id
      where a.name not like 'user:%' and b.asset = s.id) held
  where s.name in ('USDT', 'BTC', 'ETH') order by s.id
$$;

-- How much of an asset customers own beyond what custody keeps and the house can put there; 0 where all is covered.
create function ledger.uncovered(p_asset smallint) returns bigint
language sql stable security definer set search_path = '' as $$
  select greatest(0, c.customers - c.custody - c.capital) from ledger.coverage() c where c.asset = p_asset
$$;

-- What customers won or converted is not in custody yet: the house's coins are moved there, as far as it has some. Answers
-- what was moved of each asset, and what is still not covered.
create function ledger.cover_customers(p_ref uuid, p_at timestamptz)
returns table (asset smallint, moved bigint, missing bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_asset smallint;
  v_capital bigint := (select a.id from ledger.accounts a where a.name = 'house:capital');
  v_custody bigint;
  v_moved bigint;
begin
  for v_asset in select c.asset from ledger.coverage() c where c.customers > c.custody loop
    -- In the order of their accounts, as every entry locks them; looked at anew once they stand still.
    perform 1 from ledger.origins o where o.asset = v_asset order by o.account_id for update;
    select o.account_id into v_custody from ledger.origins o join ledger.accounts a on a.id = o.account_id
    where o.asset = v_asset and a.name like 'custody:%' order by o.issued desc, o.account_id limit 1;
    select greatest(0, least(c.customers - c.custody, c.capital)) into v_moved from ledger.coverage() c where c.asset = v_asset;
    if v_moved > 0 then
      perform ledger.post('custody.move', p_ref, array[v_capital, v_custody], array[v_asset, v_asset],
        array[v_moved, -v_moved], p_at);
    end if;
    return query select v_asset, v_moved, ledger.uncovered(v_asset);
  end loop;
end $$;

-- Brings a custody to an amount of an asset that is about to leave it: what it has not received itself are the house's own
-- coins, or coins that customers brought over another chain, and they are moved there first. Not a door: it is called from a
-- function that books what leaves, which fails where something is still missing.
create function ledger.fill_custody(p_custody bigint, p_asset smallint, p_amount bigint, p_ref uuid, p_at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_missing bigint;
  v_source record;
begin
  -- In the order of their accounts, as every entry locks them.
  perform 1 from ledger.origins o where o.asset = p_asset order by o.account_id for update;
  v_missing := p_amount - coalesce((select o.issued from ledger.origins o where o.account_id = p_custody and o.asset = p_asset), 0);
  for v_source in
    select o.account_id, o.issued from ledger.origins o join ledger.accounts a on a.id = o.account_id
    where o.asset = p_asset and o.issued > 0 and o.account_id <> p_custody and (a.name = 'house:capital' or a.name like 'custody:%')
    order by a.name <> 'house:capital', a.id
  loop
    exit when v_missing <= 0;
    perform ledger.post('custody.move', p_ref, array[v_source.account_id, p_custody], array[p_asset, p_asset],
      array[least(v_missing, v_source.issued), -least(v_missing, v_source.issued)], p_at);
    v_missing := v_missing - least(v_missing, v_source.issued);
  end loop;
end $$;

revoke all on function ledger.coverage, ledger.uncovered, ledger.cover_customers, ledger.fill_custody from public;
grant execute on function ledger.coverage to api, console;
grant execute on function ledger.uncovered, ledger.cover_customers to api;
