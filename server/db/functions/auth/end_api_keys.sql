-- Ends API keys of a customer: all, or one. Every process that keeps them in memory is notified when the transaction
-- commits, as of an ended session. Returns how many ended.
create or replace function auth.end_api_keys(who uuid, one uuid) returns integer language plpgsql as $$
declare
  ended record;
  count integer := 0;
begin
  for ended in
    update auth.api_keys k set revoked_at = clock_timestamp()
    where k.customer_id = who and (one is null or k.id = one) and k.revoked_at is null
    returning k.id, k.key_hash
  loop
    count := count + 1;
    perform pg_notify('auth_sessions', 'ended ' || who || ' ' || ended.id || ' ' || encode(ended.key_hash, 'base64'));
  end loop;
  return count;
end $$;
grant execute on function auth.end_api_keys to api;
