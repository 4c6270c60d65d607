-- Whether an account of this name is a product's reserve that holds this asset.
create or replace function ledger.is_reserve(p_name text, p_asset text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from ledger.reserves r join ledger.accounts a on a.id = r.account_id join ledger.assets s on s.id = r.asset
    where a.name = p_name and s.name = p_asset)
$$;
