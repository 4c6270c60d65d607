-- Begins to hold seconds of the record: locks the position to which it was held until the transaction ends, so that a second
-- process that assumes it is the active one waits, and then finds another position than it expected. Returns the position; the first call
-- sets it.
create or replace function contracts.begin_round(p_first timestamptz) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_done timestamptz;
begin
  insert into contracts.progress (done_to) values (p_first) on conflict do nothing;
  select p.done_to into v_done from contracts.progress p for update;
  return v_done;
end $$;
grant execute on function contracts.begin_round to api;
