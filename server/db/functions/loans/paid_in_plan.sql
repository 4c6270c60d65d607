-- What was paid of a loan since a repayment plan of it was prepared, and what of the plan is due by a time; smallest units.
create or replace function loans.paid_in_plan(p_plan loans.repayment_plans, p_by timestamptz, out paid bigint, out due bigint)
language sql stable set search_path = '' as $$
  select
    (select coalesce(sum(y.principal + y.interest), 0)::bigint from loans.payments y
      where y.loan_id = p_plan.loan_id and y.n > p_plan.payments),
    (select coalesce(sum(one.amount), 0)::bigint from unnest(p_plan.due_at, p_plan.amounts) one(due_at, amount)
      where one.due_at <= p_by)
$$;
grant execute on function loans.paid_in_plan to api, console;
