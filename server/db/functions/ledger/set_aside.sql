-- Places one hold without a house part. Returns false when the free balance is too small.
create or replace function ledger.set_aside(p_id uuid, p_account bigint, p_asset smallint, p_amount bigint, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update ledger.balances w set free = w.free - p_amount, held = w.held + p_amount
  where w.account_id = p_account and w.asset = p_asset and w.shard = 0 and w.free - w.at_risk >= p_amount;
  if not found then return false; end if;
  insert into ledger.holds (id, at, account_id, asset, amount) values (p_id, p_at, p_account, p_asset, p_amount);
  return true;
end $$;
