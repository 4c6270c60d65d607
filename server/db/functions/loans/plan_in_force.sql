-- The repayment plan that a loan runs by, null where there is none. No role is granted it.
create or replace function loans.plan_in_force(p_loan uuid) returns uuid
language sql stable set search_path = '' as $$
  select p.id from loans.repayment_plans p where p.loan_id = p_loan and p.status = 'ACCEPTED'
$$;
