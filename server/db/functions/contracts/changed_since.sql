-- The accounts whose balances have changed since a transaction, see ledger.changed_since.
create or replace function contracts.changed_since(p_since xid8) returns table (upto xid8, keys text)
language sql stable security definer set search_path = '' as $$
  select s.upto, s.keys from ledger.changed_since(p_since) s
$$;
grant execute on function contracts.changed_since to api;
