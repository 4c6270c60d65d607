-- Finishes what ledger.hold has held by one signed number each: what the customer gains. A gain is paid from the house's
-- part, a loss from the customer's part, the rest of both is released. The caller has taken out the orders' rows in the same
-- statement, which makes the effect single, and drew the numbers of their entries (ledger.next_entry).
-- Refuses (P0001) a gain beyond what is held.
create or replace function ledger.finish(p_ended ledger.ended_batch, p_house bigint, p_at timestamptz) returns void
-- The planner cannot know how many orders come and would read the whole table for a large batch.
language plpgsql security definer set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  if exists (
    select from unnest(p_ended.amounts, p_ended.house_amounts, p_ended.gains) b(amount, house_amount, gain)
    where (b.gain between -b.amount and b.house_amount) is not true)
  then
    raise exception 'a gain is beyond what is held' using errcode = 'P0001';
  end if;

  update ledger.balances w set held = w.held - t.amount, free = w.free + t.amount - t.gain
  from (select b.asset, b.shard, sum(b.house_amount)::bigint as amount, sum(b.gain)::bigint as gain
        from unnest(p_ended.assets, p_ended.shards, p_ended.house_amounts, p_ended.gains) b(asset, shard, house_amount, gain)
        group by 1, 2 order by 1, 2) t
  where w.account_id = p_house and w.asset = t.asset and w.shard = t.shard;

  update ledger.balances w
  set held = w.held - t.amount, free = w.free + t.amount + t.gain, open_orders = w.open_orders - t.orders, open_stake = w.open_stake - t.amount
  from (select b.account_id, b.asset, count(*)::int as orders, sum(b.amount)::bigint as amount, sum(b.gain)::bigint as gain
        from unnest(p_ended.accounts, p_ended.assets, p_ended.amounts, p_ended.gains) b(account_id, asset, amount, gain)
        group by 1, 2 order by 1, 2) t
  where w.account_id = t.account_id and w.asset = t.asset and w.shard = 0;

  insert into ledger.entries (seq, at, kind, ref, owner, accounts, assets, amounts)
  select b.entry, p_at, b.kind, b.id, b.account_id, array[b.account_id, p_house], array[b.asset, b.asset], array[b.gain, -b.gain]
  from unnest(p_ended.entries, p_ended.kinds, p_ended.ids, p_ended.accounts, p_ended.assets, p_ended.gains)
    b(entry, kind, id, account_id, asset, gain)
  where b.gain <> 0;
end $$;
