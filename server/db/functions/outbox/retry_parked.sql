-- Returns a parked event to its subscription; false where it is not parked, or is being tried already.
create or replace function outbox.retry_parked(p_subscription text, p_event bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update outbox.parked p set retried_at = now()
  where p.subscription = p_subscription and p.event_id = p_event and p.retried_at is null;
  if found then perform pg_notify('outbox', ''); end if;
  return found;
end $$;
grant execute on function outbox.retry_parked to console;
