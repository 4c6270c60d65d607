-- The customer accepts the plan that is offered, with the text that was shown; the loan runs again from then on, and the job
-- checks it next at `p_next`. outcome: 'accepted' · 'same': accepted already · 'paid': as much was paid meanwhile · 'state':
-- not offered to this customer, or not any more.
create or replace function loans.accept_repayment_plan(
  p_id uuid, p_customer uuid, p_agreement text, p_hash bytea, p_lang text, p_ip_hash bytea, p_next timestamptz, p_at timestamptz,
  out outcome text)
language plpgsql security definer set search_path = '' as $$
declare
  v_loan loans.loans;
  v_plan loans.repayment_plans;
begin
  outcome := 'state';
  perform 1 from accounts.customers c where c.id = p_customer for no key update;
  select l.* into v_loan from loans.loans l
  where l.id = (select p.loan_id from loans.repayment_plans p where p.id = p_id and p.customer_id = p_customer) for update;
  select * into v_plan from loans.repayment_plans p where p.id = p_id and p.customer_id = p_customer for update;
  if not found then return; end if;
  if v_plan.status = 'ACCEPTED' then outcome := 'same'; return; end if;
  if v_plan.status <> 'OFFERED' or v_plan.until <= p_at or v_loan.status <> 'IN_ARREARS' then return; end if;
  if (select sum.paid from loans.paid_in_plan(v_plan, p_at) sum) >= v_plan.principal + v_plan.interest then
    outcome := 'paid'; return;
  end if;
  update loans.repayment_plans p set status = 'ACCEPTED', agreement = p_agreement, agreement_hash = p_hash,
    agreement_lang = p_lang, ip_hash = p_ip_hash, accepted_at = p_at
  where p.id = p_id;
  update loans.loans l set status = 'RESTRUCTURED', moved_at = p_at where l.id = v_loan.id;
  update loans.loans l set status = 'ACTIVE', moved_at = p_at, due_at = p_next where l.id = v_loan.id;
  outcome := 'accepted';
end $$;
grant execute on function loans.accept_repayment_plan to api;
