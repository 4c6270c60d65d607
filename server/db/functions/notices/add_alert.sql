-- Adds an alert unless the customer has the maximum already; of two that are added at once, each counts the other.
create or replace function notices.add_alert(p_alert notices.alerts, p_max integer)
returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notices.alerts', p_alert.account_id));
  if (select count(*) from notices.alerts a where a.account_id = p_alert.account_id) >= p_max then
    return false;
  end if;
  insert into notices.alerts select p_alert.*;
  return true;
end $$;
grant execute on function notices.add_alert to api;
