-- The clock moves forward only: a recorded time must stay in the past.
create or replace function sandbox.refuse_back() returns trigger language plpgsql as $$
begin
  if new.moved_ms < old.moved_ms then
    raise exception 'the clock of a sandbox only moves forward' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
