-- Empties a customer's accounts for good, if nothing hinders: no hold in any asset, and nothing real. Virtual money goes
-- back to the house's capital by one entry. Returns what hinders, and then changes nothing. Afterwards no hold can be
-- placed, because nothing is free: an order bought at the same moment is either before it, and hinders, or after it, and
-- finds no money.
create or replace function ledger.close_account(p_account bigint, p_ref uuid, p_at timestamptz)
returns table (asset smallint, free bigint, held bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_capital bigint := (select id from ledger.accounts where name = 'house:capital');
  v_virtual bigint;
begin
  perform ledger.must_be_customer(p_account);
  -- The capital first, as every entry does: its account has the lower number.
  perform 1 from ledger.origins o where o.account_id = v_capital and o.asset = 2 for update;
  perform 1 from ledger.balances w where w.account_id = p_account order by w.asset for update;
  return query
    select w.asset, w.free, w.held from ledger.balances w
    where w.account_id = p_account and w.shard = 0 and (w.held > 0 or (w.asset <> 2 and w.free > 0)) order by w.asset;
  if found then return; end if;
  v_virtual := (select w.free from ledger.balances w where w.account_id = p_account and w.asset = 2 and w.shard = 0);
  if v_virtual > 0 then
    perform ledger.post('virtual.closing', p_ref, array[p_account, v_capital], array[2, 2]::smallint[],
      array[-v_virtual, v_virtual], p_at);
  end if;
end $$;
grant execute on function ledger.close_account to api;
