-- Of some balances in one asset, an item an account in each array, those whose tradable amount is another than is known, or
-- not known (null): what of each may be traded with, without what open positions may lose, and what that is.
create or replace function ledger.tradable_moved(p_asset smallint, p_accounts bigint[], p_known bigint[])
returns table (account_id bigint, amount bigint, at_risk bigint)
-- Thousands at once, each second: one pass along the index, whatever the planner estimates for the length of an array.
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_nestloop = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    with balances as materialized (
      select w.account_id, w.free - w.kept as amount, w.at_risk from ledger.balances w
      where w.account_id = any (p_accounts) and w.asset = p_asset and w.shard = 0)
    select b.account_id, b.amount, b.at_risk
    from balances b join unnest(p_accounts, p_known) k(account_id, known) on k.account_id = b.account_id
    where k.known is distinct from b.amount;
end $$;
