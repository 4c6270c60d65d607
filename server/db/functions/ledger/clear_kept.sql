-- All that an account has may be traded with.
create or replace function ledger.clear_kept(p_account bigint) returns void
language sql set search_path = '' as $$
  update ledger.balances w set kept = 0 where w.account_id = p_account and w.kept > 0
$$;
