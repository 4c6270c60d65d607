-- Counts calls into what their customers have open, within options.max_open_orders and options.max_open_stake.
-- The first order of an account makes its row. Returns the places of the calls that fitted.
create or replace function options.expose(p_go integer[], p_accounts bigint[], p_assets smallint[], p_stakes bigint[])
returns integer[] language plpgsql as $$
declare
  v_done integer[];
begin
  with calls as materialized (
    select b.* from unnest(p_accounts, p_assets, p_stakes) with ordinality as b(account_id, asset, stake, ord)
    where cardinality(p_go) = cardinality(p_accounts) or b.ord = any (p_go)),
  counted as (
    insert into options.exposure as e (account_id, asset, open_count, open_stake)
    select account_id, asset, 1, stake from calls
    on conflict (account_id, asset) do update set open_count = e.open_count + 1, open_stake = e.open_stake + excluded.open_stake
    where e.open_count < options.max_open_orders() and e.open_stake + excluded.open_stake <= options.max_open_stake()
    returning e.account_id)
  select coalesce(array_agg(c.ord::int), '{}') into v_done from calls c join counted using (account_id);
  return v_done;
end $$;
