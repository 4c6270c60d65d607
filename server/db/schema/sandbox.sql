-- What only a sandbox has. A live installation refuses a database in which any of it was used.

grant usage on schema sandbox to api, console, payout;

create table sandbox.clock (
  one boolean primary key default true check (one),
  -- Behind the machine's clock only while the week that a first start begins with is played.
  moved_ms bigint not null default 0 check (moved_ms >= -604800000),
  -- One move at a time, whichever process carries it out; by the machine's own time.
  moving_until timestamptz
);
insert into sandbox.clock default values;
create trigger forward_only before update on sandbox.clock for each row execute function sandbox.refuse_back();
grant select, update on sandbox.clock to api;
grant select on sandbox.clock to payout;

-- Made-up customers were loaded: a live installation refuses such a database.
create table sandbox.seeds (at timestamptz not null, accounts integer not null);
grant select on sandbox.seeds to api;
