-- Stores the result of a call that is not a hold under its key. Returns false when the key is taken.
create or replace function ledger.remember(p_account bigint, p_key text, p_route text, p_request bytea, p_ref uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into ledger.keys (account_id, key, route, request, ref, at) values (p_account, p_key, p_route, p_request, p_ref, p_at)
  on conflict do nothing;
  return found;
end $$;
grant execute on function ledger.remember to api;
