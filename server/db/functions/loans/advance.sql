-- Takes one step by time for loans that are due, an item a loan in each array: `p_due` is the time that the caller saw,
-- `p_statuses` the state it comes to or null for a reminder, `p_next` when the job checks again. Returns those that were
-- still in that state; another process, or a repayment, may have been first.
create or replace function loans.advance(p_ids uuid[], p_due timestamptz[], p_statuses text[], p_next timestamptz[]) returns setof uuid
language sql security definer set search_path = '' as $$
  with step as (select * from unnest(p_ids, p_due, p_statuses, p_next) s(id, due, status, next)),
  customer as (
    select c.id from accounts.customers c
    where c.id in (select l.customer_id from loans.loans l join step on step.id = l.id) order by c.id for no key update),
  locked as (
    select l.id from loans.loans l join step on step.id = l.id where l.customer_id in (select id from customer) order by l.id for update of l)
  update loans.loans l set status = coalesce(step.status, l.status),
    moved_at = case when step.status is null then l.moved_at else step.due end, due_at = step.next,
    ended_at = case when step.status = 'WRITTEN_OFF' then step.due else l.ended_at end
  from step join locked on locked.id = step.id
  where l.id = step.id and l.due_at = step.due and l.status in ('ACTIVE', 'OVERDUE', 'IN_ARREARS')
    -- What secures a loan is sold before it is written off.
    and not (step.status is not distinct from 'WRITTEN_OFF'
      and exists (select from loans.collateral c where c.loan_id = l.id and c.amount > 0))
  returning l.id
$$;
grant execute on function loans.advance to api;
