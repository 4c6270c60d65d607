-- Brings a custody to an amount of an asset that is about to leave it: what it has not received itself are the house's own
-- coins, or coins that customers brought over another chain, and they are moved there first. No role is granted it: it is called from a
-- function that books what leaves, which fails where something is still missing.
create or replace function ledger.fill_custody(p_custody bigint, p_asset smallint, p_amount bigint, p_ref uuid, p_at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_missing bigint;
  v_source record;
begin
  -- In the order of their accounts, as every entry locks them.
  perform 1 from ledger.origins o where o.asset = p_asset order by o.account_id for update;
  v_missing := p_amount - coalesce((select o.issued from ledger.origins o where o.account_id = p_custody and o.asset = p_asset), 0);
  for v_source in
    select o.account_id, o.issued from ledger.origins o join ledger.accounts a on a.id = o.account_id
    where o.asset = p_asset and o.issued > 0 and o.account_id <> p_custody and (a.name = 'house:capital' or a.name like 'custody:%')
    order by a.name <> 'house:capital', a.id
  loop
    exit when v_missing <= 0;
    perform ledger.post('custody.move', p_ref, array[v_source.account_id, p_custody], array[p_asset, p_asset],
      array[least(v_missing, v_source.issued), -least(v_missing, v_source.issued)], p_at);
    v_missing := v_missing - least(v_missing, v_source.issued);
  end loop;
end $$;
