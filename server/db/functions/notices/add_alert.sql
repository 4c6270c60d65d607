-- Adds an alert unless the customer has as many as there may be; two that come at once count each other.
create or replace function notices.add_alert(
  p_account bigint, p_id uuid, p_code text, p_kind text, p_target bigint, p_every integer, p_armed boolean,
  p_at timestamptz, p_most integer)
returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notices.alerts', p_account));
  if (select count(*) from notices.alerts a where a.account_id = p_account) >= p_most then
    return false;
  end if;
  insert into notices.alerts (account_id, id, code, kind, target, every_minutes, armed, created_at)
  values (p_account, p_id, p_code, p_kind, p_target, p_every, p_armed, p_at);
  return true;
end $$;
grant execute on function notices.add_alert to api;
