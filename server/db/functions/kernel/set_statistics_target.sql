-- For a table that changes by the thousand a second and is read by its keys: ANALYZE, which runs at every tenth of it that
-- changes, sorts 300 rows times the target for each column, and at PostgreSQL's own 100 takes a core for half a second.
create or replace function kernel.set_statistics_target(p_table regclass, p_target integer) returns void
language plpgsql set search_path = '' as $$
declare v_column name;
begin
  for v_column in select attname from pg_catalog.pg_attribute where attrelid = p_table and attnum > 0 and not attisdropped loop
    execute format('alter table %s alter column %I set statistics %s', p_table, v_column, p_target);
  end loop;
end $$;
