create or replace function wallet.max_by_one_person() returns bigint language sql immutable as 'select 1000000000::bigint';
