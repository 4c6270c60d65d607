-- Takes a payment of a loan that runs: from loan money first, then from USDT. The caller computed it from `p_payments`
-- payments made before and the repayment plan `p_plan` in force, null for none. p_ends: 'REPAID' or 'CANCELLED_14D' where nothing is owed afterwards, else null. outcome: 'paid' ·
-- 'changed': another payment or plan came first, or it does not run · 'balance': too little, `free` is what there is.
create or replace function loans.repay(
  p_id uuid, p_loan uuid, p_customer uuid, p_payments integer, p_principal bigint, p_interest bigint, p_ends text, p_at timestamptz,
  p_plan uuid)
returns table (outcome text, free bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_loan loans.loans;
  v_lent bigint;
  v_own bigint;
begin
  -- The customer first, as what leaves the account and what moves the score lock.
  perform 1 from accounts.customers c where c.id = p_customer for no key update;
  select * into v_loan from loans.loans l where l.id = p_loan and l.customer_id = p_customer for update;
  if not found or v_loan.payments <> p_payments or loans.plan_in_force(p_loan) is distinct from p_plan
    or v_loan.status not in ('ACTIVE', 'OVERDUE', 'IN_ARREARS') then
    return query select 'changed', 0::bigint; return;
  end if;
  select * into v_lent, v_own from loans.lock_funds(v_loan.account_id);
  if v_lent + v_own < p_principal + p_interest then return query select 'balance', v_lent + v_own; return; end if;
  perform loans.take_payment(v_loan, row(p_id, case p_ends when 'CANCELLED_14D' then 'CANCELLATION' else 'REPAYMENT' end, null,
    p_principal, p_interest, least(v_lent, p_principal + p_interest), p_ends, p_at)::loans.payment_taken);
  return query select 'paid', v_lent + v_own - p_principal - p_interest;
end $$;
grant execute on function loans.repay to api;
