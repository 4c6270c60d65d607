-- Terms of a product never change, and its states follow protocol/states: what customers subscribed to is what they read.
create or replace function plans.guard_product() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then raise exception 'a product of plans stays' using errcode = 'restrict_violation'; end if;
  if to_jsonb(old) - 'status' - 'sold' <> to_jsonb(new) - 'status' - 'sold' then
    raise exception 'the terms of a product never change' using errcode = 'restrict_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (('DRAFT', 'OPEN'), ('DRAFT', 'RETIRED'),
    ('OPEN', 'CLOSED_TO_NEW'), ('CLOSED_TO_NEW', 'OPEN'), ('CLOSED_TO_NEW', 'RETIRED'))
  then
    raise exception 'a product that is % does not become %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
