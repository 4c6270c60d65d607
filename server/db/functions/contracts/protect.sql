-- Negative balance protection: pays what accounts without a position owe beyond what they had, from the reserve for it, and
-- from the house's capital where that is empty. An item an account: {"id", "account", "asset", "amount"}.
create or replace function contracts.protect(p_protected jsonb, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_nbp bigint := ledger.account_named('reserve:nbp');
  v_reserve bigint := ledger.account_named('reserve:contracts');
  v_capital bigint := ledger.account_named('house:capital');
  v_one record;
  v_paid bigint;
begin
  for v_one in
    select * from jsonb_to_recordset(p_protected) g(id uuid, account bigint, asset smallint, amount bigint) order by account
  loop
    v_paid := least(v_one.amount, ledger.lock_balance(v_nbp, v_one.asset));
    perform ledger.post('contract.protection', v_one.id, array[v_capital, v_nbp, v_one.account],
      array[v_one.asset, v_one.asset, v_one.asset], array[v_paid - v_one.amount, -v_paid, v_one.amount], p_at);
    perform ledger.post('contract.repay', v_one.id, array[v_one.account, v_reserve], array[v_one.asset, v_one.asset],
      array[-v_one.amount, v_one.amount], p_at);
    insert into contracts.protections (id, account_id, asset, amount, from_reserve, at)
    values (v_one.id, v_one.account, v_one.asset, v_one.amount, v_paid, p_at);
  end loop;
end $$;
grant execute on function contracts.protect to api;
