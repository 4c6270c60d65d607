-- Offers a draft with its signed record: at its fixed price, or by an auction between two times. Returns whether it did.
create or replace function collectibles.offer(
  p_id uuid, p_start timestamptz, p_end timestamptz, p_record collectibles.signed_record) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update collectibles.items i set start_at = p_start, end_at = p_end,
    status = case when i.sale_mode = 'FIXED' then 'LISTED_FIXED' else 'SCHEDULED' end
  where i.id = p_id and i.status = 'DRAFT' and (i.sale_mode = 'FIXED') = (p_start is null) and (p_start is null) = (p_end is null);
  if not found then return false; end if;
  perform collectibles.keep_record(p_id, p_record);
  return true;
end $$;
grant execute on function collectibles.offer to console;
