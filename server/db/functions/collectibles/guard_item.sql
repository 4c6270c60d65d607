-- A collectible stays what it is, its states follow protocol/states, and from its first bid on nothing of its sale changes but
-- what bids themselves move.
create or replace function collectibles.guard_item() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then raise exception 'a collectible stays' using errcode = 'restrict_violation'; end if;
  if (old.id, old.work_id, old.created_by, old.created_at) is distinct from (new.id, new.work_id, new.created_by, new.created_at)
    or new.records < old.records then
    raise exception 'a collectible stays what it is' using errcode = 'restrict_violation';
  end if;
  if old.status not in ('DRAFT', 'UNSOLD') and (old.charity_id, old.sale_mode, old.start_price, old.price, old.start_at)
    is distinct from (new.charity_id, new.sale_mode, new.start_price, new.price, new.start_at)
    and not (old.status = 'SCHEDULED' and new.status = 'DRAFT') then
    raise exception 'what is offered does not change' using errcode = 'restrict_violation';
  end if;
  if old.bids > 0 and (new.end_at < old.end_at or new.current_bid < old.current_bid or new.bids < old.bids) then
    raise exception 'an auction with bids only goes on' using errcode = 'restrict_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (('DRAFT', 'LISTED_FIXED'), ('DRAFT', 'SCHEDULED'),
    ('DRAFT', 'DELISTED'), ('LISTED_FIXED', 'SOLD'), ('LISTED_FIXED', 'DELISTED'), ('SCHEDULED', 'LIVE'),
    ('SCHEDULED', 'DELISTED'), ('LIVE', 'SOLD'), ('LIVE', 'UNSOLD'), ('LIVE', 'DELISTED'), ('UNSOLD', 'DRAFT'),
    ('SOLD', 'DELIVERED'))
  then
    raise exception 'a collectible that is % does not become %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if new.status = 'DELISTED' and old.bids > 0 then
    raise exception 'an auction with bids is not taken back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
