-- Drops the days before `p_day` and the weeks of one-minute candles that ended before `p_candles_from`; returns what was dropped.
create or replace function markets.close_days(p_day integer, p_candles_from integer) returns text[]
language plpgsql security definer set search_path = markets, pg_temp as $$
declare
  gone text[] := '{}';
  part record;
begin
  -- A reader that holds a partition delays this to the next run instead of blocking all readers behind it.
  set local lock_timeout = '2s';
  for part in
    select child.relname as name, parent.relname as kind, substring(child.relname from '[0-9]+$')::integer as day
    from pg_inherits
      join pg_class child on child.oid = inhrelid
      join pg_class parent on parent.oid = inhparent
    where parent.oid in ('markets.segments'::regclass, 'markets.candles_1m'::regclass, 'markets.tick_sources'::regclass)
    -- In the order in which the compactor writes them, so that the two never wait for each other.
    order by array_position(array['segments', 'tick_sources', 'candles_1m'], parent.relname::text), day
  loop
    if (part.kind in ('segments', 'tick_sources') and part.day < p_day)
      or (part.kind = 'candles_1m' and part.day + 7 <= p_candles_from) then
      execute format('drop table markets.%I', part.name);
      gone := gone || part.name::text;
    end if;
  end loop;
  return gone;
end $$;
grant execute on function markets.close_days to feed;
