-- Moves money of customers' balances between free and held and adds to it, an item a balance in each array: products call
-- this beside the entries that state why (ledger.enter). `p_at_risk`: what of the free balance open positions may lose after it,
-- where that is known already. Refuses (P0001) a balance that is not there; one below zero fails
-- by its check (23514).
create or replace function ledger.shift(p_accounts bigint[], p_assets smallint[], p_free bigint[], p_held bigint[], p_at_risk bigint[] default null) returns void
language plpgsql set search_path = '' as $$
declare
  v_wanted integer;
  v_moved integer;
begin
  with sums as (
    select b.account_id, b.asset, sum(b.free)::bigint as free, sum(b.held)::bigint as held, max(b.at_risk) as at_risk
    from unnest(p_accounts, p_assets, p_free, p_held, p_at_risk) b(account_id, asset, free, held, at_risk) group by 1, 2),
  locked as materialized (
    select w.account_id, w.asset from ledger.balances w join sums s using (account_id, asset)
    where w.shard = 0 order by w.account_id, w.asset for no key update of w),
  moved as (
    update ledger.balances w set free = w.free + s.free, held = w.held + s.held, at_risk = coalesce(s.at_risk, w.at_risk)
    from locked l join sums s using (account_id, asset)
    where w.account_id = l.account_id and w.asset = l.asset and w.shard = 0 returning 1)
  select (select count(*) from sums), (select count(*) from moved) into v_wanted, v_moved;
  if v_wanted <> v_moved then raise exception 'no such balance' using errcode = 'P0001'; end if;
end $$;
