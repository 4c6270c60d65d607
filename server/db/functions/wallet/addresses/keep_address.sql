-- A withdrawal goes on to an address that its customer has deleted meanwhile. That it was paid is noted with the address,
-- which is no change of it: without this, what had left the chain could not be booked.
create or replace function wallet.keep_address() returns trigger language plpgsql as $$
begin
  if (new.id, new.customer_id, new.coin, new.network, new.address, new.memo, new.label, new.created_at, new.active_at, new.recorded_at)
      is distinct from
      (old.id, old.customer_id, old.coin, old.network, old.address, old.memo, old.label, old.created_at, old.active_at, old.recorded_at)
    or (old.status, new.status) not in (('COOLING', 'COOLING'), ('COOLING', 'ACTIVE'), ('COOLING', 'DELETED'), ('ACTIVE', 'ACTIVE'),
      ('ACTIVE', 'DELETED'), ('DELETED', 'DELETED'))
    or (old.status = 'DELETED' and new.deleted_at is distinct from old.deleted_at)
  then
    raise exception 'an address never changes: delete it and add another' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
