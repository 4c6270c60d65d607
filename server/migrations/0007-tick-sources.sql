-- Which sources made each live tick: name, middle, age and whether it was used. One packed row beside a row of
-- markets.seconds, with its key and written by its statement, so that neither is ever there without the other. Kept as
-- long as the ticks: whole days leave when their retention is over.
create table markets.tick_sources (
  at bigint not null primary key,
  block bytea not null
) partition by range (at);
-- The block is compressed already.
alter table markets.tick_sources alter column block set storage external;
create trigger added_only before update or delete on markets.tick_sources
  for each row execute function markets.refuse_change();

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

-- Drops the days before `p_day` and the weeks of one-minute candles that ended before `p_candles_from`; answers what went.
create or replace function markets.close_days(p_day integer, p_candles_from integer) returns text[]
language plpgsql security definer set search_path = markets, pg_temp as $$
declare
  gone text[] := '{}';
  part record;
begin
  -- A reader that holds a partition delays this to the next run instead of queueing everyone behind it.
  set local lock_timeout = '2s';
  for part in
    select child.relname as name, parent.relname as kind, substring(child.relname from '[0-9]+$')::integer as day
    from pg_inherits
      join pg_class child on child.oid = inhrelid
      join pg_class parent on parent.oid = inhparent
    where parent.oid in ('markets.segments'::regclass, 'markets.candles_1m'::regclass, 'markets.tick_sources'::regclass)
  loop
    if (part.kind in ('segments', 'tick_sources') and part.day < p_day)
      or (part.kind = 'candles_1m' and part.day + 7 <= p_candles_from) then
      execute format('drop table markets.%I', part.name);
      gone := gone || part.name::text;
    end if;
  end loop;
  return gone;
end $$;

grant select on markets.tick_sources to api, console, feed;
grant insert on markets.tick_sources to feed;
