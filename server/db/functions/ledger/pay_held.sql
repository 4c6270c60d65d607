-- Pays customers out of what a reserve of one shard holds for them, an item and an entry each, and gives back what was held
-- of their own (`p_released`). The caller has taken what is owed off its rows in the same statement or transaction, which
-- makes the effect single. What is held cannot fall below zero (23514). Entries are written before the balance of the
-- reserve is locked, for which every other call waits; the balances of customers follow it in account order.
create or replace function ledger.pay_held(
  p_reserve bigint, p_asset smallint, p_kind text, p_refs uuid[], p_accounts bigint[], p_amounts bigint[],
  p_released bigint[], p_ats timestamptz[]) returns void
-- The planner cannot know how many come and would read the whole table for a large batch.
language plpgsql set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_wanted bigint;
  v_moved bigint;
begin
  insert into ledger.entries (seq, at, kind, ref, owner, accounts, assets, amounts)
  select ledger.next_entry(), b.at, p_kind, b.ref, b.account_id, array[b.account_id, p_reserve], array[p_asset, p_asset],
    array[b.amount, -b.amount]
  from unnest(p_refs, p_accounts, p_amounts, p_ats) b(ref, account_id, amount, at);

  update ledger.balances w set held = w.held - (select sum(a)::bigint from unnest(p_amounts) a)
  where w.account_id = p_reserve and w.asset = p_asset and w.shard = 0
    and exists (select from ledger.reserves r where r.account_id = p_reserve and r.asset = p_asset and r.shards = 1);
  if not found then raise exception 'no such reserve' using errcode = 'P0001'; end if;

  with sums as materialized (
    select b.account_id, sum(b.amount)::bigint as amount, sum(b.released)::bigint as released
    from unnest(p_accounts, p_amounts, p_released) b(account_id, amount, released) group by 1 order by 1),
  moved as (
    update ledger.balances w set free = w.free + s.amount + s.released, held = w.held - s.released
    from sums s where w.account_id = s.account_id and w.asset = p_asset and w.shard = 0 returning 1)
  select (select count(*) from sums), (select count(*) from moved) into v_wanted, v_moved;
  if v_wanted <> v_moved then raise exception 'no such balance' using errcode = 'P0001'; end if;
end $$;
