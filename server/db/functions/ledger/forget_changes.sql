-- Forgets the changes that the last call announced. A reader who goes on from before them reads all instead.
create or replace function ledger.forget_changes() returns void language plpgsql security definer set search_path = '' as $$
declare
  v_since xid8;
begin
  update ledger.changes_kept set since = next, next = pg_snapshot_xmin(pg_current_snapshot()) returning since into v_since;
  delete from ledger.changes where xid < v_since;
end $$;
grant execute on function ledger.forget_changes to api;
