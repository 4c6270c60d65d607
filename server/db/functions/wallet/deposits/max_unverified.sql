-- Limits that no caller passes, in smallest units of USDT: paid in and traded with before identity is verified, and
-- credited by one operator's approval.
create or replace function wallet.max_unverified() returns bigint language sql immutable as 'select 1000000000::bigint';
