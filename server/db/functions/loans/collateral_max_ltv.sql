-- Up to which share of what is owed in its value collateral is enough, per cent; as in protocol/src/collateral-rules.ts.
create or replace function loans.collateral_max_ltv() returns integer
language sql immutable set search_path = '' as $$ select 50 $$;
