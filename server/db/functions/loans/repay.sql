-- Takes a payment of a loan that runs: from loan money first, then from USDT. The caller computed it from `p_payments`
-- payments made before. p_ends: 'REPAID' or 'CANCELLED_14D' where nothing is owed afterwards, else null. outcome: 'paid' ·
-- 'changed': another payment came first, or it does not run · 'balance': too little, `free` is what there is.
create or replace function loans.repay(
  p_id uuid, p_loan uuid, p_customer uuid, p_payments integer, p_principal bigint, p_interest bigint, p_ends text, p_at timestamptz)
returns table (outcome text, free bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_loan loans.loans;
  v_capital bigint := ledger.account_named('house:capital');
  v_lent bigint;
  v_own bigint;
  v_from_loan bigint;
  v_entry bigint;
begin
  -- The customer first, as what leaves the account and what moves the score lock.
  perform 1 from accounts.customers c where c.id = p_customer for no key update;
  select * into v_loan from loans.loans l where l.id = p_loan and l.customer_id = p_customer for update;
  if not found or v_loan.payments <> p_payments or v_loan.status not in ('ACTIVE', 'OVERDUE', 'IN_ARREARS') then
    return query select 'changed', 0::bigint; return;
  end if;
  -- The house's rows first and in the order of their accounts, as every entry locks them.
  perform ledger.lock_origin(v_capital, array[1, 3]::smallint[]);
  perform ledger.lock_balance(ledger.account_named('revenue:loan'), 1::smallint);
  v_own := ledger.lock_withdrawable(v_loan.account_id, 1::smallint);
  v_lent := ledger.lock_balance(v_loan.account_id, 3::smallint);
  if v_lent + v_own < p_principal + p_interest then return query select 'balance', v_lent + v_own; return; end if;
  v_from_loan := least(v_lent, p_principal + p_interest);
  select ledger.post('loan.repayment', p_id, line.accounts, line.assets, line.amounts, p_at) into v_entry
  from loans.payment_lines(v_loan.account_id, p_principal, p_interest, v_from_loan) line;
  perform ledger.add_kept(v_loan.account_id, 1::smallint, -(p_principal + p_interest - v_from_loan));
  insert into loans.payments (id, loan_id, n, kind, at, principal, interest, from_loan, entry)
  values (p_id, p_loan, p_payments + 1, case p_ends when 'CANCELLED_14D' then 'CANCELLATION' else 'REPAYMENT' end, p_at,
    p_principal, p_interest, v_from_loan, v_entry);
  update loans.loans l set payments = l.payments + 1, principal_paid = l.principal_paid + p_principal,
    interest_paid = l.interest_paid + p_interest, status = coalesce(p_ends, l.status),
    moved_at = case when p_ends is null then l.moved_at else p_at end,
    ended_at = case when p_ends is null then l.ended_at else p_at end,
    due_at = case when p_ends is null then l.due_at end
  where l.id = p_loan;
  return query select 'paid', v_lent + v_own - p_principal - p_interest;
end $$;
grant execute on function loans.repay to api;
