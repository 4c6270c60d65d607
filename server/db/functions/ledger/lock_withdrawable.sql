-- Locks a balance until the transaction ends. Returns what of it may leave: what is free without what open positions may
-- lose; 0 where there is none yet.
create or replace function ledger.lock_withdrawable(p_account bigint, p_asset smallint) returns bigint
language plpgsql set search_path = '' as $$
declare
  v_free bigint;
begin
  select greatest(0, w.free - w.at_risk) into v_free from ledger.balances w
  where w.account_id = p_account and w.asset = p_asset and w.shard = 0 for update;
  return coalesce(v_free, 0);
end $$;
