-- Takes one step by time for a loan that runs by a repayment plan: what is due by `p_missed` has to be paid by now, else
-- the plan ends and the loan is in arrears again. `p_due` is the time that the caller saw, `p_next` when the job checks again
-- at the plan, `p_write_off` when at the loan in arrears. outcome: 'kept' · 'broken' · null where another was first.
create or replace function loans.step_repayment_plan(
  p_loan uuid, p_due timestamptz, p_missed timestamptz, p_next timestamptz, p_write_off timestamptz, p_at timestamptz,
  out outcome text)
language plpgsql security definer set search_path = '' as $$
declare
  v_plan loans.repayment_plans;
  v_sum record;
begin
  perform 1 from accounts.customers c where c.id = (select l.customer_id from loans.loans l where l.id = p_loan) for no key update;
  perform 1 from loans.loans l where l.id = p_loan and l.due_at = p_due and l.status = 'ACTIVE' for update;
  if not found then return; end if;
  select * into v_plan from loans.repayment_plans p where p.loan_id = p_loan and p.status = 'ACCEPTED' for update;
  if not found then return; end if;
  select * into v_sum from loans.paid_in_plan(v_plan, p_missed);
  if v_sum.paid >= v_sum.due then
    update loans.loans l set due_at = p_next where l.id = p_loan;
    outcome := 'kept';
    return;
  end if;
  update loans.repayment_plans p set status = 'BROKEN', ended_at = p_at where p.id = v_plan.id;
  update loans.loans l set status = 'IN_ARREARS', moved_at = p_at, due_at = p_write_off where l.id = p_loan;
  outcome := 'broken';
end $$;
grant execute on function loans.step_repayment_plan to api;
