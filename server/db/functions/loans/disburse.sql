-- Pays an approved loan out, as loan money from the house's capital; `p_first_check` is when the job first checks it.
create or replace function loans.disburse(p_loan loans.loans, p_first_check timestamptz, p_at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_capital bigint := ledger.account_named('house:capital');
  v_entry bigint;
begin
  v_entry := ledger.post('loan.disbursement', p_loan.id, array[v_capital, p_loan.account_id], array[3, 3]::smallint[],
    array[-p_loan.amount, p_loan.amount], p_at);
  update loans.loans l set status = 'ACTIVE', moved_at = p_at, disbursed_at = p_at, entry = v_entry, due_at = p_first_check
  where l.id = p_loan.id;
end $$;
