-- Keeps what was signed for a delivery, before it is sent; from then on it goes to this address. Of a delivery that was sent, a
-- transaction of the same nonce that pays more than `p_before`, the one that waits. False where the delivery is another by now, the nonce is another delivery's, or
-- its customer is under a legal hold: then nothing of it may be sent.
create or replace function collectibles.keep_minting(
  p_item uuid, p_address text, p_nonce bigint, p_before text, p_tx text, p_bytes bytea, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_delivery collectibles.deliveries;
  v_customer uuid;
begin
  -- One after another, so that no two take the same free nonce.
  perform pg_advisory_xact_lock(hashtextextended('collectibles.mintings', 0));
  select s.customer_id into v_customer from collectibles.ownerships s where s.item_id = p_item and s.ended_at is null;
  perform from accounts.customers c where c.id = v_customer for key share;
  if accounts.is_held(v_customer) then return false; end if;
  select * into v_delivery from collectibles.deliveries d where d.item_id = p_item for no key update;
  if (v_delivery.address = p_address and ((p_before is null and v_delivery.status = 'REQUESTED')
    or (v_delivery.status = 'SENT' and v_delivery.nonce = p_nonce and v_delivery.tx_hash = p_before))) is not true then
    return false;
  end if;
  if exists (select from collectibles.deliveries d
    where d.contract = v_delivery.contract and d.nonce = p_nonce and d.item_id <> p_item) then return false; end if;
  insert into collectibles.mintings (tx_hash, item_id, nonce, bytes, at) values (p_tx, p_item, p_nonce, p_bytes, p_at)
  on conflict (tx_hash) do nothing;
  update collectibles.deliveries d set status = 'SENT', nonce = p_nonce, tx_hash = p_tx, sent_at = p_at where d.item_id = p_item;
  return true;
end $$;
grant execute on function collectibles.keep_minting to chain;
