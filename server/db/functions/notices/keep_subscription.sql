-- Keeps the subscription of a session; the same browser under another session moves, and beyond so many of a customer
-- the oldest end.
create or replace function notices.keep_subscription(
  p_session uuid, p_account bigint, p_endpoint text, p_p256dh bytea, p_auth bytea, p_key bytea, p_at timestamptz,
  p_limit integer)
returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notices.push', p_account));
  delete from notices.push_subscriptions s where s.endpoint = p_endpoint and s.session_id <> p_session;
  insert into notices.push_subscriptions as s (session_id, account_id, endpoint, p256dh, auth, vapid_key, created_at)
  values (p_session, p_account, p_endpoint, p_p256dh, p_auth, p_key, p_at)
  on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
    vapid_key = excluded.vapid_key, created_at = excluded.created_at;
  delete from notices.push_subscriptions s using (
    select o.session_id from notices.push_subscriptions o where o.account_id = p_account
    order by o.created_at desc, o.session_id desc offset p_limit) beyond
  where s.session_id = beyond.session_id;
end $$;
grant execute on function notices.keep_subscription to api;
