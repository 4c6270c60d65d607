-- Opens a customer's accounts: an empty real balance and a virtual one with the one opening amount, by one entry.
create or replace function ledger.open_customer(p_customer uuid, p_opening bigint, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_account bigint;
begin
  insert into ledger.accounts (name, opened_at) values ('user:' || p_customer, p_at) returning id into v_account;
  insert into ledger.balances (account_id, asset, shard, free, held) values (v_account, 1, 0, 0, 0), (v_account, 2, 0, 0, 0);
  perform ledger.post('virtual.opening', p_customer, array[v_account, (select id from ledger.accounts where name = 'house:capital')],
    array[2, 2]::smallint[], array[ledger.must_be_opening(p_opening), -p_opening], p_at);
  return v_account;
end $$;
grant execute on function ledger.open_customer to api;
