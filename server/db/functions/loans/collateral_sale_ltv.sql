-- From which share of what is owed in its value on collateral is sold, per cent; as in protocol/src/collateral-rules.ts.
create or replace function loans.collateral_sale_ltv() returns integer
language sql immutable set search_path = '' as $$ select 83 $$;
