-- Keeps a signed record as the next one of its collectible, or fails.
create or replace function collectibles.keep_record(p_item uuid, p_record collectibles.signed_record) returns void
language plpgsql set search_path = '' as $$
begin
  update collectibles.items i set records = i.records + 1, last_at = greatest(i.last_at, to_timestamp(p_record.at / 1000.0))
  where i.id = p_item and i.records + 1 = p_record.no;
  if not found then raise exception 'not the next record' using errcode = 'restrict_violation'; end if;
  insert into collectibles.records (seq, item_id, no, body, at, signature)
  values (p_record.seq, p_item, p_record.no, p_record.body, p_record.at, p_record.signature);
end $$;
