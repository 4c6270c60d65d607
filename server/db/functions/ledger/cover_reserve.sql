-- Brings a reserve of one shard to at least an amount out of the house's capital; what a customer won is owed, whatever
-- the reserve holds. No entry where it has enough. Returns what was added.
create or replace function ledger.cover_reserve(p_reserve bigint, p_asset smallint, p_needed bigint, p_ref uuid, p_at timestamptz)
returns bigint language plpgsql set search_path = '' as $$
declare
  v_short bigint := p_needed - (select w.free from ledger.balances w
    where w.account_id = p_reserve and w.asset = p_asset and w.shard = 0 for no key update);
begin
  if v_short <= 0 then return 0; end if;
  perform ledger.post('reserve.cover', p_ref, array[ledger.account_named('house:capital'), p_reserve],
    array[p_asset, p_asset], array[-v_short, v_short], p_at);
  return v_short;
end $$;
