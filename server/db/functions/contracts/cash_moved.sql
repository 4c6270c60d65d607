-- Of accounts with contracts in one asset, an item an account in each array, those that may trade with another amount than is
-- known, or whose amount is not known (null): the amount, and what of it is kept for what open positions may lose.
create or replace function contracts.cash_moved(p_asset smallint, p_accounts bigint[], p_known bigint[])
returns table (account_id bigint, amount bigint, at_risk bigint)
language sql stable security definer set search_path = '' as $$
  select m.account_id, m.amount, m.at_risk from ledger.tradable_moved(p_asset, p_accounts, p_known) m
$$;
grant execute on function contracts.cash_moved to api;
