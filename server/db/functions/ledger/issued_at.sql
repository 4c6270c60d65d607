-- What origins of a name (`custody:%`, `house:capital`) had issued of some assets right after an entry, smallest units in their order:
-- what they have issued now without what later entries moved. Every transaction with an entry up to that one must have ended.
create or replace function ledger.issued_at(p_entry bigint, p_assets smallint[], p_name text) returns bigint[]
language sql stable security definer set search_path = '' as $$
  with origin as materialized (select a.id from ledger.accounts a where a.name like p_name and a.name not like 'user:%'),
  moved as (
    select o.asset, o.issued as units from ledger.origins o where o.account_id in (select id from origin)
    union all
    -- An origin issues what it gives: its lines are below zero then.
    select line.asset, line.amount
    from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) as line(account_id, asset, amount)
    where e.seq > p_entry and line.account_id in (select id from origin))
  select array_agg(coalesce((select sum(m.units) from moved m where m.asset = wanted.asset), 0)::bigint order by wanted.position)
  from unnest(p_assets) with ordinality as wanted(asset, position)
$$;
grant execute on function ledger.issued_at to api;
