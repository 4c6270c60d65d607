-- How much of an asset customers own beyond what custody keeps and the house can put there; 0 where all is covered.
create or replace function ledger.uncovered(p_asset smallint) returns bigint
language sql stable security definer set search_path = '' as $$
  select greatest(0, c.customers - c.custody - c.capital) from ledger.coverage() c where c.asset = p_asset
$$;
grant execute on function ledger.uncovered to api;
