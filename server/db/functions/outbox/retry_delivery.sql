-- Makes a delivery that was given up due at once, with all its attempts. Returns false where it is not given up.
create or replace function outbox.retry_delivery(p_id uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update outbox.deliveries d set failed_at = null, attempts = 0, due_at = p_at where d.id = p_id and d.failed_at is not null;
  if found then perform pg_notify('outbox', ''); end if;
  return found;
end $$;
grant execute on function outbox.retry_delivery to console;
