-- Takes a collectible without a bid back from sale, with its signed record; a draft that was never listed has one as well.
-- Returns whether it did.
create or replace function collectibles.delist(p_id uuid, p_record collectibles.signed_record) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update collectibles.items i set status = 'DELISTED'
  where i.id = p_id and i.status in ('DRAFT', 'LISTED_FIXED', 'SCHEDULED', 'LIVE') and i.bids = 0;
  if not found then return false; end if;
  perform collectibles.keep_record(p_id, p_record);
  return true;
end $$;
grant execute on function collectibles.delist to console;
