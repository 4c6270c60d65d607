-- Adds to the notional that is open on instruments, an item a position that opened or (below zero) closed.
create or replace function contracts.expose(p_assets smallint[], p_instruments integer[], p_notionals bigint[]) returns void
language sql set search_path = '' as $$
  insert into contracts.exposure as e (asset, instrument_id, notional)
  select o.asset, o.instrument_id, sum(o.notional)::bigint
  from unnest(p_assets, p_instruments, p_notionals) o(asset, instrument_id, notional) group by 1, 2 order by 1, 2
  on conflict (asset, instrument_id) do update set notional = e.notional + excluded.notional
$$;
