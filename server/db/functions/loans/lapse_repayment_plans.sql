-- Ends those of some plans that no operator approved, or whose customer did not accept them, in their time. Returns those
-- that their customer had been offered.
create or replace function loans.lapse_repayment_plans(p_ids uuid[], p_at timestamptz) returns table (id uuid, loan_id uuid)
language sql security definer set search_path = '' as $$
  with lapsed as (
    update loans.repayment_plans p set status = 'LAPSED', ended_at = p_at
    where p.id = any (p_ids) and p.status in ('PREPARED', 'OFFERED') and p.until <= p_at
    returning p.id, p.loan_id, p.offered_at)
  select l.id, l.loan_id from lapsed l where l.offered_at is not null order by l.id
$$;
grant execute on function loans.lapse_repayment_plans to api;
