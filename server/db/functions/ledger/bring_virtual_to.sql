-- Brings a customer's free virtual balance to the opening amount, up or down, by one entry against the house's capital.
-- Returns the free balance before, and the entry (null when nothing had to move).
create or replace function ledger.bring_virtual_to(p_account bigint, p_target bigint, p_ref uuid, p_at timestamptz)
returns table (free_before bigint, entry bigint)
language plpgsql security definer set search_path = '' as $$
declare
  v_free bigint;
  v_entry bigint;
  v_capital bigint := (select id from ledger.accounts where name = 'house:capital');
begin
  perform ledger.must_be_customer(p_account);
  perform ledger.must_be_opening(p_target);
  -- The capital first, as every entry does: its account has the lower number.
  perform 1 from ledger.origins o where o.account_id = v_capital and o.asset = 2 for update;
  select w.free into strict v_free from ledger.balances w where w.account_id = p_account and w.asset = 2 and w.shard = 0 for update;
  if v_free <> p_target then
    v_entry := ledger.post('virtual.reset', p_ref, array[p_account, v_capital],
      array[2, 2]::smallint[], array[p_target - v_free, v_free - p_target], p_at);
  end if;
  return query select v_free, v_entry;
end $$;
grant execute on function ledger.bring_virtual_to to api;
