-- Holds the stakes of orders for the calls whose positions in the arrays `p_go` names, a customer at most once: each takes
-- `amount` of the customer's free balance, without what may not be traded with, and `house_amount` of one shard of a house
-- account. No row is written here: the order's own is what holds the money, so the caller writes it in the same transaction
-- and declares it among its causes. A balance carries at most `p_max_orders` open orders of `p_max_stake` in all.
-- Returns the positions of those that are held; ledger.refusals returns why the others are not.
create or replace function ledger.hold(
  p_holds ledger.hold_batch, p_house bigint, p_shard smallint, p_calls ledger.call_keys, p_at timestamptz, p_go integer[],
  p_max_orders integer, p_max_stake bigint)
returns integer[]
-- A plan for these very arrays would be made for every batch, and costs a small one more than its work.
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_held integer[];
begin
  with shards as materialized (
    select s.asset, s.free from ledger.balances s
    where s.account_id = p_house and s.shard = p_shard and s.asset = any (p_holds.assets)
    order by s.asset for no key update),
  wanted as (
    select b.*, sum(b.house_amount) over (partition by b.asset order by b.ord) as running
    from unnest(p_holds.ids, p_holds.accounts, p_holds.assets, p_holds.amounts, p_holds.house_amounts, p_calls.keys, p_calls.requests)
      with ordinality as b(id, account_id, asset, amount, house_amount, key, request, ord)
    where cardinality(p_go) = cardinality(p_holds.ids) or b.ord = any (p_go)),
  fits as materialized (
    select w.* from wanted w join shards s on s.asset = w.asset and w.running <= s.free),
  paid as (
    update ledger.balances w
    set free = w.free - f.amount, held = w.held + f.amount, open_orders = w.open_orders + 1, open_stake = w.open_stake + f.amount
    from fits f
    where w.account_id = f.account_id and w.asset = f.asset and w.shard = 0 and w.free - w.kept - w.at_risk >= f.amount
      and w.open_orders < p_max_orders and w.open_stake + f.amount <= p_max_stake
    returning f.*),
  backed as (
    update ledger.balances h set free = h.free - t.total, held = h.held + t.total
    from (select asset, sum(house_amount)::bigint as total from paid group by asset) t
    where h.account_id = p_house and h.asset = t.asset and h.shard = p_shard),
  keyed as (
    insert into ledger.keys (account_id, key, route, request, ref, at)
    select account_id, key, p_calls.route, request, id, p_at from paid where key is not null)
  select coalesce(array_agg(paid.ord::int), '{}') into v_held from paid;
  return v_held;
end $$;
