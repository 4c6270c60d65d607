-- The instalments of a repayment plan as they are signed: the day of each in UTC and its amount in USDT.
create or replace function loans.repayment_plan_terms(p_plan loans.repayment_plans) returns text
language sql stable set search_path = '' as $$
  select string_agg(to_char(one.due_at at time zone 'UTC', 'YYYY-MM-DD') || ' ' || round(one.amount::numeric / 1000000, 6)::text,
    ', ' order by one.n)
  from unnest(p_plan.due_at, p_plan.amounts) with ordinality as one(due_at, amount, n)
$$;
grant execute on function loans.repayment_plan_terms to api, console;
