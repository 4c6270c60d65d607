-- When an entry was made.
create or replace function ledger.entry_at(p_entry bigint) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select e.at from ledger.entries e where e.seq = p_entry
$$;
grant execute on function ledger.entry_at to api;
