-- The withdrawal that has waited longest in one of these states and may be tried now, held until the transaction ends.
create or replace function wallet.next_withdrawal(p_states text[], p_at timestamptz) returns setof wallet.withdrawals
language sql security definer set search_path = '' as $$
  select * from wallet.withdrawals w where w.status = any (p_states) and w.retry_at <= p_at
  order by w.retry_at, w.requested_at limit 1 for no key update skip locked
$$;
grant execute on function wallet.next_withdrawal to payout;
