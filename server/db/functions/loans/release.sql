-- Makes USDT of its customer's own of loan money that is beyond what is owed: it was on its way out while the loan was
-- repaid with USDT, and came back. Returns the account whose balances moved, null where there is none.
create or replace function loans.release(p_id uuid, p_customer uuid, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_loan loans.loans;
  v_capital bigint := ledger.account_named('house:capital');
  v_owed bigint;
  v_beyond bigint;
  v_entry bigint;
begin
  perform 1 from accounts.customers c where c.id = p_customer for no key update;
  select * into v_loan from loans.loans l where l.customer_id = p_customer and l.entry is not null
  order by l.disbursed_at desc, l.id desc limit 1;
  if not found then return null; end if;
  -- In the order in which payments lock.
  perform ledger.lock_origin(v_capital, array[1, 3]::smallint[]);
  perform ledger.lock_balance(v_loan.account_id, 1::smallint);
  v_beyond := ledger.lock_balance(v_loan.account_id, 3::smallint);
  select coalesce(sum(l.amount - l.principal_paid), 0) into v_owed from loans.loans l
  where l.customer_id = p_customer and l.status in ('ACTIVE', 'OVERDUE', 'IN_ARREARS', 'WRITTEN_OFF');
  v_beyond := least(v_beyond, (select b.kept from ledger.derived_balance(v_loan.account_id, 3::smallint, null) b) - v_owed);
  if v_beyond <= 0 then return null; end if;
  select ledger.post('loan.release', p_id, line.accounts, line.assets, line.amounts, p_at) into v_entry
  from loans.release_lines(v_loan.account_id, v_beyond) line;
  insert into loans.releases (id, loan_id, amount, at, entry) values (p_id, v_loan.id, v_beyond, p_at, v_entry);
  return v_loan.account_id;
end $$;
grant execute on function loans.release to api;
