-- Begins to hold seconds of the record: locks the position to which it was held until the transaction ends, so that a second
-- process that assumes it is the active one waits, and then finds another position than it expected. Returns the position, and
-- the time of the newest tick that was held by then; the first call sets the position.
create or replace function contracts.begin_round(p_first timestamptz, out done_to timestamptz, out ticks_to timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  insert into contracts.progress (done_to) values (p_first) on conflict do nothing;
  select p.done_to, p.ticks_to into begin_round.done_to, begin_round.ticks_to from contracts.progress p for update;
end $$;
grant execute on function contracts.begin_round to api;
