-- An operator's approval of a prepared plan; with the last one that it takes, its customer is offered it. outcome: 'offered' ·
-- 'waits' for another's · 'same' operator again · 'unsigned': not over these instalments · 'state': not prepared, or too late.
create or replace function loans.approve_repayment_plan(
  p_id uuid, p_operator uuid, p_assertion jsonb, p_until timestamptz, p_at timestamptz)
returns table (outcome text, given integer, needed integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_customer uuid := (select p.customer_id from loans.repayment_plans p where p.id = p_id);
  v_loan loans.loans;
  v_plan loans.repayment_plans;
  v_given integer;
begin
  perform 1 from accounts.customers c where c.id = v_customer for no key update;
  select l.* into v_loan from loans.loans l where l.id = (select p.loan_id from loans.repayment_plans p where p.id = p_id) for update;
  select * into v_plan from loans.repayment_plans p where p.id = p_id for update;
  if not found or v_plan.status <> 'PREPARED' or v_plan.until <= p_at or p_until <= p_at or v_loan.status <> 'IN_ARREARS' then
    return query select 'state', 0, 0; return;
  end if;
  if operators.is_over(p_operator, p_assertion, loans.repayment_plan_payload(v_plan, v_loan.order_no), array['finance1', 'finance2'])
    is distinct from true
  then
    return query select 'unsigned', 0, v_plan.approvals_needed::integer; return;
  end if;
  insert into loans.repayment_plan_approvals (plan_id, operator_id, operator_name, assertion, at)
  values (p_id, p_operator, operators.name_of(p_operator), p_assertion, p_at) on conflict do nothing;
  if not found then return query select 'same', 1, v_plan.approvals_needed::integer; return; end if;
  select count(*)::int into v_given from loans.repayment_plan_approvals a
  where a.plan_id = p_id and operators.has_role(a.operator_id, array['finance1', 'finance2']);
  if v_given < v_plan.approvals_needed then return query select 'waits', v_given, v_plan.approvals_needed::integer; return; end if;
  update loans.repayment_plans p set status = 'OFFERED', offered_at = p_at, until = p_until where p.id = p_id;
  return query select 'offered', v_given, v_plan.approvals_needed::integer;
end $$;
grant execute on function loans.approve_repayment_plan to console;
