-- How far a sandbox's clock has been moved forward. One row; a live installation refuses a database where it has moved.
create schema sandbox;
grant usage on schema sandbox to api;
create table sandbox.clock (
  one boolean primary key default true check (one),
  moved_ms bigint not null default 0 check (moved_ms >= 0)
);
insert into sandbox.clock default values;
-- Forward only: what was recorded lies behind the clock for ever.
create function sandbox.refuse_back() returns trigger language plpgsql as $$
begin
  if new.moved_ms < old.moved_ms then
    raise exception 'the clock of a sandbox only moves forward' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger forward_only before update on sandbox.clock for each row execute function sandbox.refuse_back();
grant select, update on sandbox.clock to api;
