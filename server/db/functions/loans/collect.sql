-- Takes what is due by a clause that its customer signed and has not revoked: of loan money first, then of USDT, by a standing
-- order no more of that than the deposit brought, and each deposit once. What is not there is not taken, and no withdrawal
-- waits for it. outcome: 'paid' with its parts · 'changed': another payment came first, or another repayment plan · 'nothing': nothing to take, or no
-- clause to take it by.
create or replace function loans.collect(p_payment loans.collection, out outcome text, out principal bigint, out interest bigint,
  out ends text)
language plpgsql security definer set search_path = '' as $$
declare
  v_loan loans.loans;
  v_lent bigint;
  v_own bigint;
  v_taken bigint;
begin
  outcome := 'nothing';
  perform 1 from accounts.customers c where c.id = p_payment.customer_id for no key update;
  select * into v_loan from loans.loans l where l.id = p_payment.loan_id and l.customer_id = p_payment.customer_id for update;
  if not found or v_loan.status not in ('ACTIVE', 'OVERDUE', 'IN_ARREARS') then return; end if;
  if (case p_payment.clause when 'STANDING_ORDER' then v_loan.standing_order and p_payment.deposit_id is not null
      when 'SET_OFF' then v_loan.set_off and v_loan.status in ('OVERDUE', 'IN_ARREARS') else false end) is not true
    or accounts.is_held(p_payment.customer_id)
    or exists (select from loans.revocations r where r.loan_id = v_loan.id and r.clause = p_payment.clause)
    or exists (select from loans.payments p where p.deposit_id = p_payment.deposit_id)
  then
    return;
  end if;
  if v_loan.payments <> p_payment.payments or loans.plan_in_force(v_loan.id) is distinct from p_payment.plan_id then outcome := 'changed'; return; end if;
  select * into v_lent, v_own from loans.lock_funds(v_loan.account_id);
  if p_payment.clause = 'STANDING_ORDER' then v_own := least(v_own, p_payment.brought); end if;
  v_taken := least(p_payment.due, p_payment.owed, v_lent + v_own);
  if v_taken <= 0 then return; end if;
  outcome := 'paid';
  principal := least(v_taken, v_loan.amount - v_loan.principal_paid);
  interest := v_taken - principal;
  ends := case when v_taken = p_payment.owed then 'REPAID' end;
  perform loans.take_payment(v_loan, row(p_payment.id, p_payment.clause, p_payment.deposit_id, principal, interest,
    least(v_lent, v_taken), ends, p_payment.at)::loans.payment_taken);
end $$;
grant execute on function loans.collect to api;
