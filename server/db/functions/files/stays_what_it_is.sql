-- A file is never another's, of another purpose or another picture than it was.
create or replace function files.stays_what_it_is() returns trigger language plpgsql as $$
begin
  if (new.id, new.customer_id, new.guest_id, new.purpose, new.type, new.size, new.sha256, new.version, new.created_at)
    is distinct from (old.id, old.customer_id, old.guest_id, old.purpose, old.type, old.size, old.sha256, old.version, old.created_at)
    or (old.erased_at is not null and new.erased_at is distinct from old.erased_at) then
    raise exception 'a file stays what it is';
  end if;
  return new;
end $$;
