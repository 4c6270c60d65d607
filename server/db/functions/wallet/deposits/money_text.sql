create or replace function wallet.money_text(p_asset smallint, p_amount bigint) returns text language sql stable set search_path = '' as $$
  select round(p_amount::numeric / 10::numeric ^ ledger.asset_scale(p_asset), ledger.asset_scale(p_asset))::text
$$;
