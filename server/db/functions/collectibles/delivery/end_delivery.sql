-- Ends the state `p_from` of a delivery to an address: `DELIVERED`, which makes its work one on a chain, `REFUSED` by its
-- address, or `REQUESTED` anew, because what was signed can never be included. `p_tx` is the transaction that did it; null
-- where the chain had the token already, for `p_owner`. Returns whether it did, and whom to notify of which work in his
-- language; false where the delivery is another by now.
create or replace function collectibles.end_delivery(
  p_item uuid, p_from text, p_address text, p_status text, p_tx text, p_owner text, p_at timestamptz,
  out done boolean, out account bigint, out title text)
language plpgsql security definer set search_path = '' as $$
declare
  v_delivery collectibles.deliveries;
begin
  perform from collectibles.items i where i.id = p_item for no key update;
  select * into v_delivery from collectibles.deliveries d where d.item_id = p_item for no key update;
  done := coalesce(v_delivery.status = p_from and v_delivery.address = p_address and p_from in ('REQUESTED', 'SENT'), false);
  if not done then return; end if;
  if p_status = 'REQUESTED' then
    update collectibles.deliveries d set status = 'REQUESTED', nonce = null, tx_hash = null, sent_at = null where d.item_id = p_item;
    return;
  end if;
  update collectibles.deliveries d set status = p_status, address = p_owner, tx_hash = p_tx, ended_at = p_at
  where d.item_id = p_item;
  if p_status = 'DELIVERED' then
    update collectibles.items i set status = 'DELIVERED', chain = v_delivery.chain, address = v_delivery.contract,
      token_id = v_delivery.token_id
    where i.id = p_item;
  end if;
  select s.account_id, w.titles ->> coalesce(c.lang, 'zh') into account, title
  from collectibles.ownerships s join accounts.customers c on c.id = s.customer_id
    join collectibles.items i on i.id = s.item_id join collectibles.works w on w.id = i.work_id
  where s.item_id = p_item and s.ended_at is null;
end $$;
grant execute on function collectibles.end_delivery to chain;
