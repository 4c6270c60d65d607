-- Adds to a part of the notional by instrument (contracts.exposure), an item a position or order; below zero where one closed.
create or replace function contracts.expose(p_part text, p_assets smallint[], p_instruments integer[], p_notionals bigint[]) returns void
language sql set search_path = '' as $$
  insert into contracts.exposure as e (part, asset, instrument_id, notional)
  select p_part, o.asset, o.instrument_id, sum(o.notional)
  from unnest(p_assets, p_instruments, p_notionals) o(asset, instrument_id, notional) group by 2, 3 order by 2, 3
  on conflict (part, asset, instrument_id) do update set notional = e.notional + excluded.notional
$$;
