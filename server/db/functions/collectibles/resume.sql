-- Gives an auction the end it has after the installation was stopped, with its signed record. Returns whether it did.
create or replace function collectibles.resume(p_item uuid, p_end timestamptz, p_record collectibles.signed_record) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update collectibles.items i set end_at = p_end, extended_count = i.extended_count + 1
  where i.id = p_item and i.status = 'LIVE' and i.end_at < p_end;
  if not found then return false; end if;
  perform collectibles.keep_record(p_item, p_record);
  return true;
end $$;
grant execute on function collectibles.resume to api;
