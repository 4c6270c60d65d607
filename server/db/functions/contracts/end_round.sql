-- Sets the position to which the record was held, and the time of the newest tick that was. Both only rise.
create or replace function contracts.end_round(p_done_to timestamptz, p_ticks_to timestamptz) returns void
language sql security definer set search_path = '' as $$
  update contracts.progress p set done_to = greatest(p.done_to, p_done_to), ticks_to = greatest(p.ticks_to, p_ticks_to)
$$;
grant execute on function contracts.end_round to api;
