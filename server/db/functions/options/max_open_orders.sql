-- How many orders an account may have running at once: maxOpen.orders of the protocol.
create or replace function options.max_open_orders() returns integer
language sql immutable parallel safe as 'select 20::integer';
