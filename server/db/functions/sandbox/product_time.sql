-- Time as the product has it, from the database's own clock: what a caller says of the time is not believed.
create or replace function sandbox.product_time() returns timestamptz language sql stable security definer set search_path = '' as $$
  select clock_timestamp() + make_interval(secs => (select c.moved_ms from sandbox.clock c) / 1000.0)
$$;
grant execute on function sandbox.product_time to api, console, payout;
