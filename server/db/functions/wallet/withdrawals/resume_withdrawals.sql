-- Once it is lifted, what has the approvals that it requires goes on by itself; the payout checks all of it again.
create or replace function wallet.resume_withdrawals(p_customer uuid, p_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update wallet.withdrawals w set status = case when w.status = 'REVIEW' then 'APPROVED' else w.status end,
    moved_at = case when w.status = 'REVIEW' then p_at else w.moved_at end, retry_at = p_at
  where w.customer_id = p_customer and (w.status in ('PROCESSING', 'BROADCAST') or (w.status = 'REVIEW'
    and w.approvals_needed <= (select count(*) from wallet.approvals_of(w.id))))
$$;
