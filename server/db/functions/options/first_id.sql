-- The least id of an order accepted at a time or later: ids begin with the milliseconds of their making.
create or replace function options.first_id(p_at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(greatest(0, floor(extract(epoch from p_at) * 1000))::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
grant execute on function options.first_id to api;
