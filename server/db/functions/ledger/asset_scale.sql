-- How many decimals an asset is counted in.
create or replace function ledger.asset_scale(p_asset smallint) returns smallint
language sql stable security definer set search_path = '' as $$
  select s.scale from ledger.assets s where s.id = p_asset
$$;
grant execute on function ledger.asset_scale to api;
