-- The customer declines the plan that is offered; whether it was. The loan stays as it is.
create or replace function loans.decline_repayment_plan(p_id uuid, p_customer uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from accounts.customers c where c.id = p_customer for no key update;
  update loans.repayment_plans p set status = 'DECLINED', ended_at = p_at
  where p.id = p_id and p.customer_id = p_customer and p.status = 'OFFERED';
  return found;
end $$;
grant execute on function loans.decline_repayment_plan to api;
