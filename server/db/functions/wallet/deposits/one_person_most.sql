create or replace function wallet.one_person_most() returns bigint language sql immutable as 'select 1000000000::bigint';
