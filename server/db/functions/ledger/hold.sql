-- Places holds for the calls whose positions in the arrays `p_go` names, a customer at most once. Each takes `amount` of the
-- customer's free balance, without what may not be traded with, and `house_amount` of one shard of a house account.
-- Outcomes: `held` · `insufficient_balance` of the customer · `insufficient_reserve`: the shard has less than this call needs
-- in all; the caller levels the shards and calls again with fewer.
create or replace function ledger.hold(
  p_holds ledger.hold_batch, p_house bigint, p_shard smallint, p_calls ledger.call_keys, p_at timestamptz, p_go integer[])
returns table (ord integer, outcome text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_fits integer[];
begin
  with shards as materialized (
    select s.asset, s.free from ledger.balances s
    where s.account_id = p_house and s.shard = p_shard and s.asset = any (p_holds.assets)
    order by s.asset for no key update),
  wanted as (
    select b.ord::int, b.asset, sum(b.house_amount) over (partition by b.asset order by b.ord) as running
    from unnest(p_holds.assets, p_holds.house_amounts) with ordinality as b(asset, house_amount, ord)
    where cardinality(p_go) = cardinality(p_holds.ids) or b.ord = any (p_go))
  select coalesce(array_agg(wanted.ord order by wanted.ord), '{}') into v_fits
  from wanted join shards on shards.asset = wanted.asset and wanted.running <= shards.free;

  return query
  with fits as materialized (
    select b.* from unnest(p_holds.ids, p_holds.accounts, p_holds.assets, p_holds.amounts, p_holds.house_amounts,
        p_calls.keys, p_calls.requests)
      with ordinality as b(id, account_id, asset, amount, house_amount, key, request, ord)
    where cardinality(v_fits) = cardinality(p_holds.ids) or b.ord = any (v_fits)),
  paid as (
    update ledger.balances w set free = w.free - f.amount, held = w.held + f.amount
    from fits f
    where w.account_id = f.account_id and w.asset = f.asset and w.shard = 0 and w.free - w.kept >= f.amount
    returning f.*),
  placed as (
    insert into ledger.holds (id, at, account_id, asset, amount, house_id, house_shard, house_amount)
    select id, p_at, account_id, asset, amount, p_house, p_shard, house_amount from paid),
  backed as (
    update ledger.balances h set free = h.free - t.total, held = h.held + t.total
    from (select asset, sum(house_amount)::bigint as total from paid group by asset) t
    where h.account_id = p_house and h.asset = t.asset and h.shard = p_shard),
  keyed as (
    insert into ledger.keys (account_id, key, route, request, ref, at)
    select account_id, key, p_calls.route, request, id, p_at from paid where key is not null)
  select paid.ord::int, 'held' from paid
  union all
  select f.ord::int, 'insufficient_balance' from fits f where not exists (select 1 from paid where paid.ord = f.ord)
  union all
  select n, 'insufficient_reserve' from unnest(p_go) as n
  where cardinality(v_fits) <> cardinality(p_go) and not (n = any (v_fits));
end $$;
