-- Locks a collectible until the transaction ends, and opens its auction where its start has come. Returns its row; none where
-- there is no such collectible.
create or replace function collectibles.lock_item(p_id uuid, p_now timestamptz) returns setof collectibles.items
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from collectibles.items i where i.id = p_id for no key update;
  update collectibles.items i set status = 'LIVE' where i.id = p_id and i.status = 'SCHEDULED' and i.start_at <= p_now;
  return query select * from collectibles.items i where i.id = p_id;
end $$;
grant execute on function collectibles.lock_item to api, console;
