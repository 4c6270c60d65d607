-- Opens the auctions whose start has come; returns which.
create or replace function collectibles.start_due(p_now timestamptz) returns setof uuid
language sql security definer set search_path = '' as $$
  update collectibles.items i set status = 'LIVE'
  where i.id in (select s.id from collectibles.items s where s.status = 'SCHEDULED' and s.start_at <= p_now
    order by s.id for no key update skip locked)
  returning i.id
$$;
grant execute on function collectibles.start_due to api;
