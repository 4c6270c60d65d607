-- The custody that keeps most of an asset.
create or replace function ledger.custody_of(p_asset smallint) returns bigint
language sql stable set search_path = '' as $$
  select o.account_id from ledger.origins o join ledger.accounts a on a.id = o.account_id
  where o.asset = p_asset and a.name like 'custody:%' order by o.issued desc, o.account_id limit 1
$$;
