-- Moves free money between the shards of a reserve so that one of them has what it needs, if all together do.
-- No entry: shards are how one account is stored, not accounts. Returns the free total.
create or replace function ledger.level(p_account bigint, p_asset smallint, p_shard smallint, p_needed bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_total bigint;
  v_share bigint;
  v_count integer;
begin
  perform 1 from ledger.balances w where w.account_id = p_account and w.asset = p_asset order by w.shard for update;
  if not exists (select from ledger.reserves r
    where r.account_id = p_account and r.asset = p_asset and p_shard >= 0 and p_shard < r.shards)
  then
    raise exception 'only a shard of a reserve is levelled' using errcode = 'P0001';
  end if;
  select sum(w.free)::bigint, count(*)::int into v_total, v_count from ledger.balances w where w.account_id = p_account and w.asset = p_asset;
  if v_total >= p_needed then
    v_share := greatest(0, v_total - greatest(p_needed, v_total / v_count)) / greatest(1, v_count - 1);
    update ledger.balances w set free = case when w.shard = p_shard then v_total - v_share * (v_count - 1) else v_share end
    where w.account_id = p_account and w.asset = p_asset;
  end if;
  return v_total;
end $$;
grant execute on function ledger.level to api;
