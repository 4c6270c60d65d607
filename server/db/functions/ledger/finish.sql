-- Finishes holds by one signed number each: what the customer gains. A gain is captured from the house's part, a loss
-- from the customer's part, the rest of both is released. A hold that is not there any more is not answered: its money
-- has moved already. Returns the entry of each hold that moved money.
create or replace function ledger.finish(p_ids uuid[], p_gains bigint[], p_kinds text[], p_at timestamptz)
returns table (id uuid, entry bigint)
-- The planner cannot know how many ids come and would read the whole table for a large batch.
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  with ended as materialized (
    delete from ledger.holds h using unnest(p_ids, p_gains, p_kinds) as b(id, gain, kind)
    where h.id = b.id
    returning h.*, ledger.must_cover(b.gain, h.amount, h.house_amount) as gain, b.kind),
  backed as (
    update ledger.balances w set held = w.held - t.amount, free = w.free + t.amount - t.gain
    from (select house_id, house_shard, asset, sum(house_amount)::bigint as amount, sum(gain)::bigint as gain
          from ended where house_id is not null group by 1, 2, 3 order by 1, 2, 3) t
    where w.account_id = t.house_id and w.asset = t.asset and w.shard = t.house_shard),
  paid as (
    update ledger.balances w set held = w.held - t.amount, free = w.free + t.amount + t.gain
    from (select account_id, asset, sum(amount)::bigint as amount, sum(gain)::bigint as gain
          from ended group by 1, 2 order by 1, 2) t
    where w.account_id = t.account_id and w.asset = t.asset and w.shard = 0),
  written as (
    insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
    select p_at, kind, id, account_id, array[account_id, house_id], array[asset, asset], array[gain, -gain]
    from ended where gain <> 0
    returning ref, seq)
  select ended.id, written.seq from ended left join written on written.ref = ended.id;
end $$;
