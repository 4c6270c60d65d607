-- Ends plans that nobody approved, or whose customer did not accept them, in their time.
create or replace function loans.lapse_repayment_plans(p_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update loans.repayment_plans p set status = 'LAPSED', ended_at = p_at where p.status in ('PREPARED', 'OFFERED') and p.until <= p_at
$$;
grant execute on function loans.lapse_repayment_plans to api;
