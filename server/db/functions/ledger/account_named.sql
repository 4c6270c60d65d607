-- The number of the account of a name, such as `house:capital`; null where there is none.
create or replace function ledger.account_named(p_name text) returns bigint
language sql stable security definer set search_path = '' as $$
  select a.id from ledger.accounts a where a.name = p_name
$$;
grant execute on function ledger.account_named to api, console;
