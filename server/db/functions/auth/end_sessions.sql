-- Ends sessions of a customer: all, one, or all but one. Every process that keeps sessions in memory is notified when the
-- transaction commits. All of them end where a credential changed or the account was blocked: its API keys end with them.
-- Returns how many sessions ended.
create or replace function auth.end_sessions(who uuid, one uuid, except_one uuid) returns integer language plpgsql as $$
declare
  ended record;
  count integer := 0;
begin
  for ended in
    delete from auth.sessions s
    where s.customer_id = who and (one is null or s.id = one) and (except_one is null or s.id <> except_one)
    returning s.id, s.token_hash
  loop
    count := count + 1;
    perform pg_notify('auth_sessions', 'ended ' || who || ' ' || ended.id || ' ' || encode(ended.token_hash, 'base64'));
  end loop;
  if one is null and except_one is null then
    perform auth.end_api_keys(who, null);
  end if;
  return count;
end $$;
grant execute on function auth.end_sessions to api;
