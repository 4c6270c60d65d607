-- The product's time, from the database's own clock: a time that a caller sends is not used.
create or replace function sandbox.product_time() returns timestamptz language sql stable security definer set search_path = '' as $$
  select clock_timestamp() + make_interval(secs => (select c.moved_ms from sandbox.clock c) / 1000.0)
$$;
grant execute on function sandbox.product_time to api, console, payout;
