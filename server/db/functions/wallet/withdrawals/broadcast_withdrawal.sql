-- Keeps what is about to be sent before it is sent, so that it can only be sent again and never anew.
create or replace function wallet.broadcast_withdrawal(p_id uuid, p_txid text, p_signed bytea, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not wallet.may_leave(p_id) then return false; end if;
  update wallet.withdrawals w set status = 'BROADCAST', moved_at = p_at, retry_at = p_at, txid = p_txid, signed = p_signed
  where w.id = p_id and w.status = 'PROCESSING';
  return found;
end $$;
grant execute on function wallet.broadcast_withdrawal to payout;
