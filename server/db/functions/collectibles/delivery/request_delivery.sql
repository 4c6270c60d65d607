-- Keeps where the owner of a sold work wants its token; another address replaces one for which nothing was signed. Outcomes:
-- `done` · `owner`: it is not this account's · `state`: its token is on its way or there, or the work is offered again.
create or replace function collectibles.request_delivery(
  p_item uuid, p_account bigint, p_address text, p_chain text, p_contract text, p_token text, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
begin
  perform from collectibles.items i where i.id = p_item for no key update;
  if not exists (select from collectibles.ownerships w where w.item_id = p_item and w.account_id = p_account and w.ended_at is null)
  then return 'owner'; end if;
  select i.status into v_status from collectibles.items i where i.id = p_item;
  if v_status <> 'SOLD' or exists (select from collectibles.offers o where o.item_id = p_item and o.status = 'OPEN')
  then return 'state'; end if;
  insert into collectibles.deliveries as d (item_id, chain, contract, token_id, address, requested_at)
  values (p_item, p_chain, p_contract, p_token, p_address, p_at)
  on conflict (item_id) do update set chain = excluded.chain, contract = excluded.contract, address = excluded.address,
    status = 'REQUESTED', ended_at = null, nonce = null, tx_hash = null, sent_at = null,
    requested_at = case when d.status = 'REQUESTED' and d.address = excluded.address then d.requested_at else excluded.requested_at end
  where d.status in ('REQUESTED', 'REFUSED');
  return case when found then 'done' else 'state' end;
end $$;
grant execute on function collectibles.request_delivery to api;
