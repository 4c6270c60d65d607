-- The approvals of a withdrawal that stand: who rejected it afterwards has taken the approval back.
create or replace function wallet.approvals_of(p_id uuid) returns setof wallet.withdrawal_verdicts
language sql stable security definer set search_path = '' as $$
  select * from wallet.withdrawal_verdicts v where v.withdrawal_id = p_id and v.verdict = 'APPROVE'
    and not exists (select from wallet.withdrawal_verdicts r
      where r.withdrawal_id = v.withdrawal_id and r.operator_id = v.operator_id and r.verdict = 'REJECT')
$$;
grant execute on function wallet.approvals_of to payout;
