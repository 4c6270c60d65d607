-- What may be traded with of some balances, without what open positions may lose: an item a balance in each array.
create or replace function ledger.tradable_of(p_accounts bigint[], p_assets smallint[])
returns table (account_id bigint, asset smallint, amount bigint)
language sql stable security definer set search_path = '' as $$
  select w.account_id, w.asset, w.free - w.kept
  from unnest(p_accounts, p_assets) b(account_id, asset)
  join ledger.balances w on w.account_id = b.account_id and w.asset = b.asset and w.shard = 0
$$;
grant execute on function ledger.tradable_of to api;
