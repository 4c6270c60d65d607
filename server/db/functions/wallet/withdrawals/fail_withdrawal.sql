-- Gives the money back. What was broadcast fails only by the chain's own proof that it is not included.
create or replace function wallet.fail_withdrawal(p_id uuid, p_proof text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_amount bigint;
begin
  update wallet.withdrawals w set status = 'FAILED', moved_at = p_at, waits_for = null
  where w.id = p_id and (w.status = 'PROCESSING' or (w.status = 'BROADCAST' and length(p_proof) > 0))
  returning w.amount into v_amount;
  if not found then return false; end if;
  perform ledger.release(p_id, v_amount);
  return true;
end $$;
grant execute on function wallet.fail_withdrawal to payout;
