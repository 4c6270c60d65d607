-- What was on its way to the payout waits in review while the hold lasts; its money stays on hold.
create or replace function wallet.hold_withdrawals(p_customer uuid, p_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update wallet.withdrawals w set status = 'REVIEW', moved_at = p_at, waits_for = null
  where w.customer_id = p_customer and w.status in ('AUTO_OK', 'APPROVED')
$$;
