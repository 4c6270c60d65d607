-- An operator prepares a repayment plan for a loan in arrears; one that is not accepted yet lapses for it. outcome: 'prepared' ·
-- 'changed': another payment came first than the caller computed from · 'state': not in arrears · 'role': not the operator's.
create or replace function loans.prepare_repayment_plan(
  p_id uuid, p_loan uuid, p_operator uuid, p_principal bigint, p_interest bigint, p_payments integer, p_due timestamptz[],
  p_amounts bigint[], p_needed smallint, p_until timestamptz, p_at timestamptz, out outcome text)
language plpgsql security definer set search_path = '' as $$
declare
  v_customer uuid := (select l.customer_id from loans.loans l where l.id = p_loan);
  v_loan loans.loans;
begin
  if not operators.has_role(p_operator, array['finance1', 'finance2']) then outcome := 'role'; return; end if;
  perform 1 from accounts.customers c where c.id = v_customer for no key update;
  select * into v_loan from loans.loans l where l.id = p_loan for update;
  if not found or v_loan.status <> 'IN_ARREARS' then outcome := 'state'; return; end if;
  if v_loan.payments <> p_payments then outcome := 'changed'; return; end if;
  update loans.repayment_plans p set status = 'LAPSED', ended_at = p_at
  where p.loan_id = p_loan and p.status in ('PREPARED', 'OFFERED');
  insert into loans.repayment_plans (id, loan_id, customer_id, prepared_by, prepared_by_name, prepared_at, principal, interest,
    payments, due_at, amounts, approvals_needed, until)
  values (p_id, p_loan, v_customer, p_operator, operators.name_of(p_operator), p_at, p_principal, p_interest,
    p_payments, p_due, p_amounts, p_needed, p_until);
  outcome := 'prepared';
end $$;
grant execute on function loans.prepare_repayment_plan to console;
