create or replace function ledger.sums_to_zero(p_assets smallint[], p_amounts bigint[]) returns boolean
language sql immutable parallel safe as $$
  select not exists (
    select 1 from unnest(p_assets, p_amounts) as line(asset, amount) group by asset having sum(amount) <> 0)
$$;
grant execute on function ledger.sums_to_zero to api;
