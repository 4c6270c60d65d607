-- Locks a shard of a reserve in some assets until the transaction ends: a caller that locks customers' balances before an order
-- is held locks this first, as ledger.hold does.
create or replace function ledger.lock_shard(p_house bigint, p_assets smallint[], p_shard smallint) returns void
language sql set search_path = '' as $$
  select from ledger.balances s
  where s.account_id = p_house and s.shard = p_shard and s.asset = any (p_assets)
  order by s.asset for no key update
$$;
