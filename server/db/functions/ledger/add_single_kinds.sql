-- Declares kinds of entries of which a reference has one at most. Called by the schema file of the product that writes them.
create or replace function ledger.add_single_kinds(p_kinds text[]) returns void
language sql as $$ insert into ledger.single_kinds select * from unnest(p_kinds) $$;
