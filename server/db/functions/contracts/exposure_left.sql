-- How much notional the house still takes on an instrument: the lesser of what is left of its own limit and of that of all.
create or replace function contracts.exposure_left(p_asset smallint, p_instrument integer, p_limits jsonb) returns bigint
language sql stable security definer set search_path = '' as $$
  select least((p_limits ->> 'instrument')::bigint - coalesce(sum(o.notional) filter (where o.instrument_id = p_instrument), 0),
    (p_limits ->> 'total')::bigint - coalesce(sum(o.notional), 0))::bigint
  from (
    select p.instrument_id, p.notional from contracts.positions p where p.asset = p_asset
    union all
    select o.instrument_id, o.notional from contracts.orders o where o.asset = p_asset) o
$$;
grant execute on function contracts.exposure_left to api, console;
