-- Makes a delivery that was given up due at once, with all its tries. False where it is not, or no longer, given up.
create or replace function notices.retry_delivery(p_account bigint, p_id uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update notices.deliveries d set failed_at = null, attempts = 0, due_at = p_at
  where d.account_id = p_account and d.id = p_id and d.failed_at is not null;
  return found;
end $$;
grant execute on function notices.retry_delivery to console;
