-- Locks what a payment of a loan moves and returns what there is of it: loan money, and USDT that may leave. The house's rows
-- first and in the order of their accounts, as every entry locks them. No role is granted it.
create or replace function loans.lock_funds(p_account bigint, out lent bigint, out own bigint)
language plpgsql set search_path = '' as $$
begin
  perform ledger.lock_origin(ledger.account_named('house:capital'), array[1, 3]::smallint[]);
  perform ledger.lock_balance(ledger.account_named('revenue:loan'), 1::smallint);
  own := ledger.lock_withdrawable(p_account, 1::smallint);
  lent := ledger.lock_balance(p_account, 3::smallint);
end $$;
