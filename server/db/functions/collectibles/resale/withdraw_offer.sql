-- Takes an open offer of an account back, with its signed record; whether resale is on or not. Returns whether it did.
create or replace function collectibles.withdraw_offer(
  p_item uuid, p_account bigint, p_at timestamptz, p_record collectibles.signed_record) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from collectibles.items i where i.id = p_item for no key update;
  update collectibles.offers o set status = 'WITHDRAWN', ended_at = p_at
  where o.item_id = p_item and o.account_id = p_account and o.status = 'OPEN';
  if not found then return false; end if;
  perform collectibles.keep_record(p_item, p_record);
  return true;
end $$;
grant execute on function collectibles.withdraw_offer to api;
