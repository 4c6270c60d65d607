-- Takes the alerts that are to be notified now, each for one worker alone: those notified once are deleted, the others pause.
create or replace function notices.take_alerts(p_ids uuid[], p_at timestamptz) returns table (id uuid, account_id bigint)
language sql as $$
  with locked as materialized (
    -- In one order, or two processes that take the same alerts would wait for each other.
    select a.id from notices.alerts a where a.id = any (p_ids) order by a.id for update
  ), once as (
    delete from notices.alerts a using locked l where a.id = l.id and a.every_minutes is null and a.armed
    returning a.id, a.account_id
  ), again as (
    update notices.alerts a set armed = false, notified_at = p_at from locked l
    where a.id = l.id and a.every_minutes is not null and a.armed
      and (a.notified_at is null or a.notified_at + make_interval(mins => a.every_minutes) <= p_at)
    returning a.id, a.account_id
  )
  select * from once union all select * from again
$$;
grant execute on function notices.take_alerts to api;
