create or replace function wallet.take_withdrawal(p_id uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not wallet.may_leave(p_id) then return false; end if;
  update wallet.withdrawals w set status = 'PROCESSING', moved_at = p_at, retry_at = p_at, waits_for = null
  where w.id = p_id and w.status in ('AUTO_OK', 'APPROVED');
  return found;
end $$;
grant execute on function wallet.take_withdrawal to payout;
