-- Locks the balances of some accounts in some assets until the transaction ends, in the order in which entries lock them.
-- Returns what of each is free, and what of that may be traded with.
create or replace function ledger.lock_balances(p_accounts bigint[], p_assets smallint[])
returns table (account_id bigint, asset smallint, free bigint, tradable bigint)
language sql set search_path = '' as $$
  select w.account_id, w.asset, w.free, w.free - w.kept - w.at_risk from ledger.balances w
  where w.account_id = any (p_accounts) and w.asset = any (p_assets) and w.shard = 0
  order by w.account_id, w.asset for update
$$;
