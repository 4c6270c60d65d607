-- For a table whose rows are added and never changed: its trigger refuses every statement that fires it. A mistake is
-- corrected by a further row, in the ledger by a reversal.
create or replace function kernel.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is added to, never changed', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
