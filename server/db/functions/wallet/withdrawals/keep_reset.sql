create or replace function wallet.keep_reset() returns trigger language plpgsql as $$
begin
  if (new.id, new.customer_id, new.file_id, new.number, new.identification_id, new.requested_at, new.due_at)
      is distinct from (old.id, old.customer_id, old.file_id, old.number, old.identification_id, old.requested_at, old.due_at)
    or (old.status <> 'WAITING' and (new.status, new.reason_code, new.decided_by, new.decided_at)
      is distinct from (old.status, old.reason_code, old.decided_by, old.decided_at))
    or (old.status = 'WAITING' and new.hash is not null and new.hash <> old.hash)
  then
    raise exception 'what was requested is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
