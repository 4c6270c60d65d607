-- Opens a reserve of a product, in the assets and as many shards as it needs; the product's schema file calls this. Two
-- operators may put more of the house's capital into a reserve.
create or replace function ledger.add_reserve(p_name text, p_assets text[], p_shards smallint) returns bigint
language plpgsql set search_path = '' as $$
declare
  v_account bigint := ledger.add_account(p_name);
begin
  insert into ledger.reserves (account_id, asset, shards)
  select v_account, s.id, p_shards from ledger.assets s where s.name = any (p_assets);
  insert into ledger.balances (account_id, asset, shard, free, held)
  select r.account_id, r.asset, shard, 0, 0
  from ledger.reserves r, generate_series(0, p_shards - 1) as shard where r.account_id = v_account;
  return v_account;
end $$;
