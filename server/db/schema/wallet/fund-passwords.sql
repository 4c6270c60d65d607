-- The fund password, which every withdrawal requires. Where it is lost and no second factor replaces it, a new one
-- is requested with a mailed code and a new picture of its verified owner, and decided by an operator of role kyc.

-- Six digits, hashed under a key outside the database. A try is counted as wrong before it is compared.
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
create trigger noted after insert on wallet.fund_passwords for each row execute function wallet.note_fund_password();
create trigger resets_ended after update of hash on wallet.fund_passwords for each row
  when (old.hash is distinct from new.hash) execute function wallet.end_fund_resets();
-- Who decides about a withdrawal sees when the fund password was changed, and nothing else of it.
grant select, insert, update on wallet.fund_passwords to api;
grant select (customer_id, changed_at) on wallet.fund_passwords to console, payout;

create table wallet.fund_resets (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  -- The new one as it would be kept; gone once it is kept or is not to be.
  hash text,
  -- The picture, and what its owner must hold up in it: a picture of another day does not show it.
  file_id uuid not null unique,
  number text not null check (number ~ '^[0-9]{4}$'),
  -- The verified form whose pictures it is compared with.
  identification_id uuid not null,
  requested_at timestamptz not null,
  due_at timestamptz not null check (due_at = requested_at + interval '48 hours'),
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
create index fund_resets_by_customer on wallet.fund_resets (customer_id, requested_at desc);
create index fund_resets_waiting on wallet.fund_resets (due_at) where status = 'WAITING';
create index fund_resets_with_picture on wallet.fund_resets (decided_at) where picture_erased_at is null;
create trigger decided_once before update on wallet.fund_resets for each row execute function wallet.keep_reset();
create trigger never_deleted before delete or truncate on wallet.fund_resets
  for each statement execute function kernel.refuse_change();
grant select, insert on wallet.fund_resets to api;
grant select (id, customer_id, file_id, number, identification_id, requested_at, due_at, status, reason_code, decided_by,
  decided_at) on wallet.fund_resets to console;
grant update (picture_erased_at) on wallet.fund_resets to api;
