-- Adds to what of a balance may leave and not be traded with, or takes from it, at most all of it.
create or replace function ledger.add_kept(p_account bigint, p_asset smallint, p_amount bigint) returns void
language sql set search_path = '' as $$
  update ledger.balances w set kept = greatest(0, w.kept + p_amount)
  where w.account_id = p_account and w.asset = p_asset and w.shard = 0
$$;
