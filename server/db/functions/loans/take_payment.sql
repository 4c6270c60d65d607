-- Books a payment of a loan that the caller has locked with what it moves. No role is granted it.
create or replace function loans.take_payment(p_loan loans.loans, p_payment loans.payment_taken) returns void
language plpgsql set search_path = '' as $$
declare
  v_paid bigint := p_payment.principal + p_payment.interest;
  v_entry bigint;
begin
  select ledger.post('loan.repayment', p_payment.id, line.accounts, line.assets, line.amounts, p_payment.at) into v_entry
  from loans.payment_lines(p_loan.account_id, p_payment.principal, p_payment.interest, p_payment.from_loan) line;
  perform ledger.add_kept(p_loan.account_id, 1::smallint, -(v_paid - p_payment.from_loan));
  insert into loans.payments (id, loan_id, n, kind, deposit_id, at, principal, interest, from_loan, entry)
  values (p_payment.id, p_loan.id, p_loan.payments + 1, p_payment.kind, p_payment.deposit_id, p_payment.at, p_payment.principal,
    p_payment.interest, p_payment.from_loan, v_entry);
  update loans.loans l set payments = l.payments + 1, principal_paid = l.principal_paid + p_payment.principal,
    interest_paid = l.interest_paid + p_payment.interest, status = coalesce(p_payment.ends, l.status),
    moved_at = case when p_payment.ends is null then l.moved_at else p_payment.at end,
    ended_at = case when p_payment.ends is null then l.ended_at else p_payment.at end,
    due_at = case when p_payment.ends is null then l.due_at end
  where l.id = p_loan.id;
end $$;
