-- Marks what is not decided or paid a day after it was requested. Returns how many.
create or replace function wallet.mark_overdue(p_at timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  update wallet.withdrawals w set overdue_at = p_at
  where w.status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING') and w.due_at <= p_at and w.overdue_at is null;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
grant execute on function wallet.mark_overdue to api;
