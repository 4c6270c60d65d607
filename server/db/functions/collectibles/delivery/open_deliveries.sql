-- Deliveries to a contract that have not ended, the oldest first, behind the one of the work `p_after` where it is given: so
-- many that cannot go on keep no later one waiting. `may_leave` is false while a legal hold is in force; then
-- nothing is signed, nor sent that the chain does not know.
create or replace function collectibles.open_deliveries(p_contract text, p_after uuid, p_limit integer)
returns table (item_id uuid, status text, address text, token_id text, image_hash bytea, nonce bigint, tx_hash text,
  sent_at timestamptz, may_leave boolean)
language sql stable security definer set search_path = '' as $$
  select d.item_id, d.status, d.address, d.token_id, w.image_hash, d.nonce, d.tx_hash, d.sent_at,
    not accounts.is_held(s.customer_id)
  from collectibles.deliveries d join collectibles.ownerships s on s.item_id = d.item_id and s.ended_at is null
    join collectibles.items i on i.id = d.item_id join collectibles.works w on w.id = i.work_id
  where d.contract = p_contract and d.status in ('REQUESTED', 'SENT')
    and (p_after is null or (d.requested_at, d.item_id) > (
      select a.requested_at, a.item_id from collectibles.deliveries a where a.item_id = p_after))
  order by d.requested_at, d.item_id limit p_limit
$$;
grant execute on function collectibles.open_deliveries to chain;
