-- What every verified customer may take out in 24 hours, in millionths of a USDT: withdrawalLimits.VERIFIED of the protocol.
create or replace function wallet.verified_withdrawals() returns bigint
language sql immutable parallel safe as 'select 50000000000::bigint';
