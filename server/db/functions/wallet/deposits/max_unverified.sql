-- Limits that no caller states, in smallest units of USDT: paid in and traded with before identity is verified, and
-- credited on one person's word.
create or replace function wallet.max_unverified() returns bigint language sql immutable as 'select 1000000000::bigint';
