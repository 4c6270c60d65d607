-- A hold is lifted once and otherwise never changed.
create or replace function accounts.keep_legal_hold() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.lifted_at is not null
    or (new.request_id, new.customer_id, new.reference, new.tell, new.file_id, new.review_on, new.laid_at)
      is distinct from (old.request_id, old.customer_id, old.reference, old.tell, old.file_id, old.review_on, old.laid_at)
  then
    raise exception 'a legal hold is lifted, never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
