-- Sends a withdrawal to review that now requires more approvals than it has.
create or replace function wallet.send_to_review(p_id uuid, p_needed smallint, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.withdrawals w set status = 'REVIEW', moved_at = p_at, approvals_needed = greatest(p_needed, 1)
  where w.id = p_id and w.status in ('AUTO_OK', 'APPROVED');
  return found;
end $$;
grant execute on function wallet.send_to_review to payout;
