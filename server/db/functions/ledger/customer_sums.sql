-- What customers held of some assets, free and held, right after an entry: what they hold now without what later entries moved,
-- so that money that moves meanwhile changes nothing. Every transaction with an entry up to that one must have ended. Customers
-- with accounts after `p_after` up to and including `p_upto`, without those who held none. `sums` are smallest units in the order
-- of the assets.
create or replace function ledger.customer_sums(p_entry bigint, p_assets smallint[], p_after bigint, p_upto bigint)
returns table (customer_id uuid, sums bigint[])
language sql stable security definer set search_path = '' as $$
  with held as (
    select moved.account_id, moved.asset, sum(moved.units)::bigint as units
    from (
      select b.account_id, b.asset, b.free + b.held as units
      from ledger.balances b
      where b.account_id > p_after and b.account_id <= p_upto and b.asset = any (p_assets) and b.free + b.held <> 0
      union all
      select e.owner, line.asset, -line.amount
      from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) as line(account_id, asset, amount)
      where e.seq > p_entry and e.owner > p_after and e.owner <= p_upto
        and line.account_id = e.owner and line.asset = any (p_assets)) moved
    group by 1, 2 having sum(moved.units) <> 0)
  select split_part(a.name, ':', 2)::uuid,
    (select array_agg(coalesce(of_account.units[array_position(of_account.assets, wanted.asset)], 0) order by wanted.position)
      from unnest(p_assets) with ordinality as wanted(asset, position))
  from (select h.account_id, array_agg(h.units) as units, array_agg(h.asset) as assets from held h group by 1) of_account
  join ledger.accounts a on a.id = of_account.account_id
  where a.name like 'user:%'
$$;
grant execute on function ledger.customer_sums to api;
