-- A delivery follows protocol/states; its address changes only while nothing was signed for it.
create or replace function collectibles.guard_delivery() returns trigger language plpgsql set search_path = '' as $$
begin
  if (old.item_id, old.token_id) is distinct from (new.item_id, new.token_id) then
    raise exception 'a delivery stays of its work' using errcode = 'restrict_violation';
  end if;
  if old.address <> new.address and old.status not in ('REQUESTED', 'REFUSED') and new.status <> 'DELIVERED' then
    raise exception 'what was signed for one address goes to no other' using errcode = 'restrict_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (('REQUESTED', 'SENT'), ('REQUESTED', 'DELIVERED'),
    ('REQUESTED', 'REFUSED'), ('SENT', 'DELIVERED'), ('SENT', 'REFUSED'), ('SENT', 'REQUESTED'), ('REFUSED', 'REQUESTED'))
  then
    raise exception 'a delivery that is % does not become %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
