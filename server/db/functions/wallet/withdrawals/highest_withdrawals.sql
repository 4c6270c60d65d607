-- What two officers may allow one customer in 24 hours at most, in millionths of a USDT: highestLimit of the protocol.
create or replace function wallet.highest_withdrawals() returns bigint
language sql immutable parallel safe as 'select 10000000000000::bigint';
