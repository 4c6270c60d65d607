-- The record of prices. The role feed alone writes here; api and console read. Rows are added and never changed: a tick
-- that decided an option is the tick anyone can still read, so a trigger refuses UPDATE, and old ticks leave by whole days
-- only, when their retention is over.
--
-- Times are whole numbers because they are part of what is sealed: ticks in epoch milliseconds, segments and candles in
-- epoch minutes. Prices are bigint units of the instrument's precision.

grant usage on schema markets to api, console, feed, payout;

-- What the record knows of an instrument. Its first tick divides generated history from recorded prices. `precision` is
-- the number of decimals its prices are recorded in: all its rows count in it, so that it never changes.
create table markets.instruments (
  id integer primary key,
  code text not null unique,
  precision smallint not null check (precision between 0 and 20),
  first_ts bigint,
  last_seq bigint not null default 0,
  last_ts bigint,
  last_price bigint,
  last_kind smallint
) with (fillfactor = 50);
grant select on markets.instruments to api, console;
grant select, insert, update on markets.instruments to feed;
grant select (code, last_ts, last_price) on markets.instruments to payout;

-- One row. `holder` rises with every feed that takes over, so that a feed that lost its lease cannot write any more.
-- `closed_through` is the newest second whose absence has decided something: a tick at or before it is late.
-- `compacted_until` is the epoch millisecond before which every tick stands in a segment.
create table markets.feed_lease (
  one boolean primary key default true check (one),
  holder bigint not null default 0,
  closed_through bigint not null default 0,
  compacted_until bigint not null default 0
) with (fillfactor = 50);
insert into markets.feed_lease default values;
grant select on markets.feed_lease to api, console;
grant select, update on markets.feed_lease to feed;

-- What was recorded together: as a rule one whole second of every open instrument. Written before anything uses it, and
-- named by the millisecond it was written in, which only rises.
create table markets.seconds (
  at bigint primary key,
  block bytea not null
);
-- The block is packed already.
alter table markets.seconds alter column block set storage external;
create trigger added_only before update on markets.seconds for each row execute function kernel.refuse_change();
create trigger compacted_first before delete on markets.seconds for each row execute function markets.keep_until_compacted();
grant select on markets.seconds to api, console;
grant select, insert, delete on markets.seconds to feed;

-- One instrument's ticks of one minute; seq rises by one from first_seq. Led by the minute: rows arrive in that order,
-- are sealed by it, and are otherwise read by both columns.
create table markets.segments (
  minute integer not null,
  instrument_id integer not null,
  first_seq bigint not null,
  payload bytea not null,
  primary key (minute, instrument_id)
) partition by range (minute);
create trigger added_only before update or delete on markets.segments for each row execute function kernel.refuse_change();
grant select on markets.segments to api, console;
grant select, insert on markets.segments to feed;

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
create trigger added_only before update or delete on markets.candles for each row execute function kernel.refuse_change();
grant select on markets.candles to api, console;
grant select, insert on markets.candles to feed;

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
  for each row execute function kernel.refuse_change();
grant select on markets.tick_sources to api, console;
grant select, insert on markets.tick_sources to feed;

-- The grain of prices: in which steps an instrument's record, or the coarsest source it follows, really moves, and how far
-- the price goes within a minute. Measured by the feed from the record, again and again; options are offered by it.
-- `step` and `deviation` are in units of the instrument's precision, and null while the record was too short to measure. Times are
-- epoch milliseconds: when it was last tried, and when these values were measured.
create table markets.grains (
  instrument_id integer primary key references markets.instruments,
  tried_at bigint not null,
  measured_at bigint,
  step double precision check (step >= 0),
  deviation double precision check (deviation >= 0),
  -- What the step is of: the record itself, or a source of that name.
  source text,
  check ((step is null) = (deviation is null) and (step is null) = (measured_at is null))
) with (fillfactor = 50);
grant select on markets.grains to api, console;
grant select, insert, update on markets.grains to feed;
