-- The fund password, which every payment out asks for. A new one where the old one is lost and no second factor stands in
-- for it is asked with a mailed code and a new picture of its verified owner, and decided by an operator of identity.

-- Six digits, hashed under a key outside the database. A try is counted as wrong before it is looked at.
create table wallet.fund_passwords (
  customer_id uuid primary key references accounts.customers,
  hash text not null,
  set_at timestamptz not null,
  -- When it was last changed or reset; null while it is the first one.
  changed_at timestamptz,
  wrong_in_row smallint not null default 0 check (wrong_in_row between 0 and 10),
  wrong_at timestamptz,
  locked_until timestamptz
);

-- What anyone may know of it: that there is one.
alter table accounts.customers add column fund_password_set boolean not null default false;
create function wallet.note_fund_password() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update accounts.customers c set fund_password_set = true where c.id = new.customer_id;
  return null;
end $$;
create trigger noted after insert on wallet.fund_passwords for each row execute function wallet.note_fund_password();

create table wallet.fund_resets (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  -- The new one as it would be kept; gone once it is kept or is not to be.
  hash text,
  -- The picture, and what its owner was asked to hold up in it: a picture of another day does not show it.
  file_id uuid not null unique,
  number text not null check (number ~ '^[0-9]{4}$'),
  -- The verified form whose pictures it is held against.
  identification_id uuid not null,
  asked_at timestamptz not null,
  due_at timestamptz not null check (due_at = asked_at + interval '48 hours'),
  status text not null default 'WAITING' check (status in ('WAITING', 'DONE', 'REJECTED', 'CANCELLED')),
  reason_code text check (reason_code in ('FACE_DIFFERS', 'NUMBER_MISSING', 'UNREADABLE')),
  decided_by uuid,
  decided_at timestamptz,
  picture_erased_at timestamptz,
  check ((status = 'WAITING') = (hash is not null)),
  check ((status = 'WAITING') = (decided_at is null)),
  check ((status in ('DONE', 'REJECTED')) = (decided_by is not null)),
  check ((status = 'REJECTED') = (reason_code is not null))
);
create unique index one_open_reset on wallet.fund_resets (customer_id) where status = 'WAITING';
create index fund_resets_by_customer on wallet.fund_resets (customer_id, asked_at desc);
create index fund_resets_waiting on wallet.fund_resets (due_at) where status = 'WAITING';
create index fund_resets_with_picture on wallet.fund_resets (decided_at) where picture_erased_at is null;

create function wallet.keep_reset() returns trigger language plpgsql as $$
begin
  if (new.id, new.customer_id, new.file_id, new.number, new.identification_id, new.asked_at, new.due_at)
      is distinct from (old.id, old.customer_id, old.file_id, old.number, old.identification_id, old.asked_at, old.due_at)
    or (old.status <> 'WAITING' and (new.status, new.reason_code, new.decided_by, new.decided_at)
      is distinct from (old.status, old.reason_code, old.decided_by, old.decided_at))
    or (old.status = 'WAITING' and new.hash is not null and new.hash <> old.hash)
  then
    raise exception 'what was asked is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger decided_once before update on wallet.fund_resets for each row execute function wallet.keep_reset();
create trigger never_deleted before delete or truncate on wallet.fund_resets
  for each statement execute function wallet.refuse_change();

-- Its owner takes it back. Answers whether one waited.
create function wallet.cancel_fund_reset(p_customer uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.fund_resets r set status = 'CANCELLED', hash = null, decided_at = p_at
  where r.customer_id = p_customer and r.status = 'WAITING';
  return found;
end $$;

-- A fund password that was changed by another way needs no other: what waits for it ends.
create function wallet.end_fund_resets() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform wallet.cancel_fund_reset(new.customer_id, coalesce(new.changed_at, new.set_at));
  return null;
end $$;
create trigger resets_ended after update of hash on wallet.fund_passwords for each row
  when (old.hash is distinct from new.hash) execute function wallet.end_fund_resets();

-- One operator's word: the fund password its owner asked for holds from now on, or the old one goes on. Answers DONE or
-- REJECTED; GONE where nothing waits; CANCELLED where password, mail or second factor were changed after it was asked, or
-- the owner is verified no more, which ends it whatever the operator says.
create function wallet.decide_fund_reset(p_id uuid, p_operator uuid, p_reason text, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_reset wallet.fund_resets;
begin
  select * into v_reset from wallet.fund_resets r where r.id = p_id for update;
  if not found or v_reset.status <> 'WAITING' then return 'GONE'; end if;
  if p_operator is null then raise exception 'somebody decides' using errcode = 'P0001'; end if;
  if exists (select from auth.security_changes s where s.customer_id = v_reset.customer_id and s.changed_at > v_reset.asked_at)
    or not exists (select from accounts.customers c where c.id = v_reset.customer_id and c.tier = 'VERIFIED'
      and c.status in ('ACTIVE', 'RESTRICTED', 'LEGAL_HOLD'))
  then
    perform wallet.cancel_fund_reset(v_reset.customer_id, p_at);
    return 'CANCELLED';
  end if;
  update wallet.fund_resets r set status = case when p_reason is null then 'DONE' else 'REJECTED' end, reason_code = p_reason,
    hash = null, decided_by = p_operator, decided_at = p_at
  where r.id = p_id;
  if p_reason is not null then return 'REJECTED'; end if;
  update wallet.fund_passwords f set hash = v_reset.hash, changed_at = p_at, wrong_in_row = 0, wrong_at = null, locked_until = null
  where f.customer_id = v_reset.customer_id;
  return 'DONE';
end $$;

revoke all on all functions in schema wallet from public;
grant execute on function wallet.cancel_fund_reset to api;
grant execute on function wallet.decide_fund_reset to console;

grant select, insert, update on wallet.fund_passwords to api;
grant select (customer_id, changed_at) on wallet.fund_passwords to payout;
grant select, insert on wallet.fund_resets to api;
grant update (picture_erased_at) on wallet.fund_resets to api;
grant select (id, customer_id, file_id, number, identification_id, asked_at, due_at, status, reason_code, decided_by, decided_at)
  on wallet.fund_resets to console;
