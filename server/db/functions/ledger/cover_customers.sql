-- What customers won or converted is not in custody yet: the house's coins are moved there, as far as it has some. Returns
-- what was moved of each asset, and what is still not covered.
create or replace function ledger.cover_customers(p_ref uuid, p_at timestamptz)
returns table (asset smallint, moved bigint, missing bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_asset smallint;
  v_capital bigint := (select a.id from ledger.accounts a where a.name = 'house:capital');
  v_custody bigint;
  v_moved bigint;
begin
  for v_asset in select c.asset from ledger.coverage() c where c.customers > c.custody loop
    -- In the order of their accounts, as every entry locks them; read again once they are locked.
    perform 1 from ledger.origins o where o.asset = v_asset order by o.account_id for update;
    select o.account_id into v_custody from ledger.origins o join ledger.accounts a on a.id = o.account_id
    where o.asset = v_asset and a.name like 'custody:%' order by o.issued desc, o.account_id limit 1;
    select greatest(0, least(c.customers - c.custody, c.capital)) into v_moved from ledger.coverage() c where c.asset = v_asset;
    if v_moved > 0 then
      perform ledger.post('custody.move', p_ref, array[v_capital, v_custody], array[v_asset, v_asset],
        array[v_moved, -v_moved], p_at);
    end if;
    return query select v_asset, v_moved, ledger.uncovered(v_asset);
  end loop;
end $$;
grant execute on function ledger.cover_customers to api;
