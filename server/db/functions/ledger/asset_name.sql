-- The name of an asset, such as `USDT`.
create or replace function ledger.asset_name(p_asset smallint) returns text
language sql stable security definer set search_path = '' as $$
  select s.name from ledger.assets s where s.id = p_asset
$$;
grant execute on function ledger.asset_name to api, console, payout;
