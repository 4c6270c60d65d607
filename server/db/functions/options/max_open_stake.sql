-- The sum of stakes an account may have running at once, in millionths of a USDT: maxOpen.stake of the protocol.
create or replace function options.max_open_stake() returns bigint
language sql immutable parallel safe as 'select 5000000000::bigint';
