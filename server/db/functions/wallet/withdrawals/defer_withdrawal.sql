-- Defers a try, and records what it waits for.
create or replace function wallet.defer_withdrawal(p_id uuid, p_why text, p_until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.withdrawals w set waits_for = p_why, retry_at = p_until
  where w.id = p_id and w.status in ('AUTO_OK', 'APPROVED', 'PROCESSING', 'BROADCAST');
end $$;
grant execute on function wallet.defer_withdrawal to payout;
