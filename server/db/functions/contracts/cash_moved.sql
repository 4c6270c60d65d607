-- Of accounts with contracts in one asset, an item an account in each array, those that may trade with another amount than is
-- known, or whose amount is not known (null): the amount, what of it is kept for what open positions may lose, and what orders
-- that wait have set aside beside it, of the same moment.
create or replace function contracts.cash_moved(p_asset smallint, p_accounts bigint[], p_known bigint[])
returns table (account_id bigint, amount bigint, at_risk bigint, held bigint)
-- Orders come and go by thousands: by the index, whatever the planner knows of their table.
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select m.account_id, m.amount, m.at_risk, coalesce((
      select sum(o.held) from contracts.orders o where o.account_id = m.account_id and o.asset = p_asset), 0)::bigint
  from ledger.tradable_moved(p_asset, p_accounts, p_known) m
$$;
grant execute on function contracts.cash_moved to api;
