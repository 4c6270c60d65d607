-- Locks what an origin has issued of some assets until the transaction ends: a caller that locks customers' balances before an
-- entry that touches it locks it first, as entries do.
create or replace function ledger.lock_origin(p_account bigint, p_assets smallint[]) returns void
language sql set search_path = '' as $$
  select from ledger.origins o where o.account_id = p_account and o.asset = any (p_assets) order by o.asset for update
$$;
