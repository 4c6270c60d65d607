-- The record of prices. The role feed alone writes here; api and console read. Rows are added and never changed: a tick
-- that decided an option is the tick anyone can still read, so UPDATE is refused by trigger, and old ticks leave by
-- whole days only, when their retention is over.
--
-- Times are whole numbers because they are part of what is sealed: ticks in epoch milliseconds, segments and candles in
-- epoch minutes. Prices are bigint units of the instrument's precision.
create schema markets;
grant usage on schema markets to api, feed, console;

-- What the record knows of an instrument. Its first tick divides generated history from recorded prices.
create table markets.instruments (
  id integer primary key,
  code text not null unique,
  first_ts bigint,
  last_seq bigint not null default 0,
  last_ts bigint,
  last_price bigint,
  last_kind smallint
) with (fillfactor = 50);

-- One row. `holder` rises with every feed that takes over, so that a feed that lost its turn cannot write any more.
-- `closed_through` is the newest second whose absence has decided something: a tick at or before it is late.
-- `compacted_until` is the epoch millisecond before which every tick stands in a segment.
create table markets.turn (
  one boolean primary key default true check (one),
  holder bigint not null default 0,
  closed_through bigint not null default 0,
  compacted_until bigint not null default 0
) with (fillfactor = 50);
insert into markets.turn default values;

-- What was recorded together: as a rule one whole second of every open instrument. Written before anything uses it, and
-- named by the millisecond it was written in, which only rises.
create table markets.seconds (
  at bigint primary key,
  block bytea not null
);
-- The block is packed already.
alter table markets.seconds alter column block set storage external;

-- One instrument's ticks of one minute; seq rises by one from first_seq. Led by the minute: rows arrive in that order,
-- are sealed by it, and are otherwise asked for by both columns.
create table markets.segments (
  minute integer not null,
  instrument_id integer not null,
  first_seq bigint not null,
  payload bytea not null,
  primary key (minute, instrument_id)
) partition by range (minute);

-- Closed candles; `span` is their length in minutes.
create table markets.candles (
  instrument_id integer not null,
  span integer not null,
  minute integer not null,
  ticks integer not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  primary key (instrument_id, span, minute)
) partition by list (span);
create table markets.candles_1m partition of markets.candles for values in (1) partition by range (minute);
create table markets.candles_5m partition of markets.candles for values in (5);
create table markets.candles_15m partition of markets.candles for values in (15);
create table markets.candles_1h partition of markets.candles for values in (60);
create table markets.candles_4h partition of markets.candles for values in (240);
create table markets.candles_1d partition of markets.candles for values in (1440);
create table markets.candles_1w partition of markets.candles for values in (10080);

create function markets.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the record of prices is added to, never changed' using errcode = 'restrict_violation';
end $$;
create trigger added_only before update on markets.seconds for each row execute function markets.refuse_change();
create trigger added_only before update or delete on markets.segments for each row execute function markets.refuse_change();
create trigger added_only before update or delete on markets.candles for each row execute function markets.refuse_change();

-- A second may go once all its ticks stand in segments, and not before.
create function markets.keep_until_compacted() returns trigger language plpgsql as $$
begin
  if old.at >= (select compacted_until from markets.turn) then
    raise exception 'second % has not been compacted', old.at using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger compacted_first before delete on markets.seconds for each row execute function markets.keep_until_compacted();

-- Partitions belong to the owner, so that the feed can add to the record and not alter it. It may open the day it
-- writes to, and close days whose retention is over; nothing else.
create function markets.open_day(p_day integer) returns void
language plpgsql security definer set search_path = markets, pg_temp as $$
declare
  -- A week starts on Monday; epoch day 4 was one.
  week integer := (p_day + 3) / 7 * 7 - 3;
begin
  execute format('create table if not exists markets.segments_%s partition of markets.segments for values from (%s) to (%s)',
    p_day, p_day * 1440, (p_day + 1) * 1440);
  execute format('create table if not exists markets.candles_1m_%s partition of markets.candles_1m for values from (%s) to (%s)',
    week, week * 1440, (week + 7) * 1440);
end $$;

-- Drops the days before `p_day` and the weeks of one-minute candles that ended before `p_candles_from`; answers what went.
create function markets.close_days(p_day integer, p_candles_from integer) returns text[]
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
    where parent.oid in ('markets.segments'::regclass, 'markets.candles_1m'::regclass)
  loop
    if (part.kind = 'segments' and part.day < p_day) or (part.kind = 'candles_1m' and part.day + 7 <= p_candles_from) then
      execute format('drop table markets.%I', part.name);
      gone := gone || part.name::text;
    end if;
  end loop;
  return gone;
end $$;
revoke execute on function markets.open_day(integer), markets.close_days(integer, integer) from public;
grant execute on function markets.open_day(integer), markets.close_days(integer, integer) to feed;

grant select on all tables in schema markets to api, console, feed;
grant insert, update on markets.instruments to feed;
grant update on markets.turn to feed;
grant insert, delete on markets.seconds to feed;
grant insert on markets.segments, markets.candles to feed;
