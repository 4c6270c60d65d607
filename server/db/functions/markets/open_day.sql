-- Opens the partitions of a day. They belong to the owner, so that the feed can add to the record and not alter it.
create or replace function markets.open_day(p_day integer) returns void
language plpgsql security definer set search_path = markets, pg_temp as $$
declare
  -- A week starts on Monday; epoch day 4 was one.
  week integer := (p_day + 3) / 7 * 7 - 3;
begin
  execute format('create table if not exists markets.segments_%s partition of markets.segments for values from (%s) to (%s)',
    p_day, p_day * 1440, (p_day + 1) * 1440);
  execute format('create table if not exists markets.candles_1m_%s partition of markets.candles_1m for values from (%s) to (%s)',
    week, week * 1440, (week + 7) * 1440);
  execute format('create table if not exists markets.tick_sources_%s partition of markets.tick_sources for values from (%s) to (%s)',
    p_day, p_day * 86400000::bigint, (p_day + 1) * 86400000::bigint);
end $$;
grant execute on function markets.open_day to feed;
