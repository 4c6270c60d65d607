-- The numbers of the next record: among all, and among those of its collectible. Records of all collectibles come one after
-- another from here to the end of the transaction, so that their numbers have no gaps.
create or replace function collectibles.next_record(p_item uuid, out seq bigint, out no integer)
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('collectibles.records', 0));
  seq := coalesce((select max(r.seq) from collectibles.records r), 0) + 1;
  no := (select i.records from collectibles.items i where i.id = p_item) + 1;
end $$;
grant execute on function collectibles.next_record to api, console;
