-- Cancels a withdrawal, until the payout has it. Returns whether it did.
create or replace function wallet.cancel_withdrawal(p_id uuid, p_customer uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_amount bigint;
begin
  update wallet.withdrawals w set status = 'CANCELLED', moved_at = p_at
  where w.id = p_id and w.customer_id = p_customer and w.status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED')
  returning w.amount into v_amount;
  if not found then return false; end if;
  perform ledger.release(p_id, v_amount);
  return true;
end $$;
grant execute on function wallet.cancel_withdrawal to api;
