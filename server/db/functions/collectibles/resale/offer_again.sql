-- Offers a work that its owner sells, with its signed record. Outcomes: `done` · `owner`: it is not this account's · `off`:
-- resale is · `offered`: already · `delivery`: its token is on the way to a chain · `delivered`: it is there.
create or replace function collectibles.offer_again(
  p_offer collectibles.offers, p_record collectibles.signed_record) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
  v_owner record;
begin
  select i.status into v_status from collectibles.items i where i.id = p_offer.item_id for no key update;
  select w.no, w.account_id, w.customer_id into v_owner from collectibles.ownerships w
  where w.item_id = p_offer.item_id and w.ended_at is null;
  if (v_owner.account_id = p_offer.account_id and v_owner.customer_id = p_offer.customer_id) is not true then return 'owner'; end if;
  if not operators.is_resale_on(p_offer.at) then return 'off'; end if;
  if v_status <> 'SOLD' then return 'delivered'; end if;
  if exists (select from collectibles.deliveries d where d.item_id = p_offer.item_id and d.status <> 'REFUSED') then return 'delivery'; end if;
  if exists (select from collectibles.offers o where o.item_id = p_offer.item_id and o.status = 'OPEN') then return 'offered'; end if;
  insert into collectibles.offers (id, item_id, record, transfer, account_id, customer_id, price, at)
  values (p_offer.id, p_offer.item_id, p_record.no, v_owner.no, p_offer.account_id, p_offer.customer_id, p_offer.price, p_offer.at);
  perform collectibles.keep_record(p_offer.item_id, p_record);
  return 'done';
end $$;
grant execute on function collectibles.offer_again to api;
