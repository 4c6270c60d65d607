-- Pictures that customers send: drawn anew, encrypted with a key of their own, seen by few, and every view written down.
create schema files;
grant usage on schema files to api, console;

create table files.files (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  purpose text not null check (purpose in ('kyc', 'deposit', 'signature', 'chat')),
  type text not null check (type in ('image/jpeg', 'image/png')),
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  -- How `sealed` was made; part of what the encryption vouches for.
  version smallint not null default 1,
  -- The key of this file, encrypted under the installation's; without it nobody can ever read the file again.
  key_id text check (key_id ~ '^[0-9a-f]{16}$'),
  wrapped_key bytea check (length(wrapped_key) = 60),
  created_at timestamptz not null,
  -- When something of the customer's named the file; one that nothing names is forgotten after a day.
  used_at timestamptz,
  erased_at timestamptz,
  check ((wrapped_key is null) = (erased_at is not null)),
  check ((wrapped_key is null) = (key_id is null))
);
create index files_by_customer on files.files (customer_id);
create index files_unused on files.files (created_at) where used_at is null and erased_at is null;
create index files_by_key on files.files (key_id);

create table files.contents (
  file_id uuid primary key references files.files on delete cascade,
  sealed bytea not null
);
-- Encrypted bytes do not compress.
alter table files.contents alter column sealed set storage external;

-- Who looked at a picture, and why.
create table files.views (
  id uuid primary key,
  file_id uuid not null,
  customer_id uuid not null references accounts.customers,
  operator_id uuid,
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null
);
create index views_by_file on files.views (file_id, at);
create index views_by_customer on files.views (customer_id, at);

-- A file is never another's, of another purpose or another picture than it was.
create function files.stays_what_it_is() returns trigger language plpgsql as $$
begin
  if (new.id, new.customer_id, new.purpose, new.type, new.size, new.sha256, new.version, new.created_at)
    is distinct from (old.id, old.customer_id, old.purpose, old.type, old.size, old.sha256, old.version, old.created_at)
    or (old.erased_at is not null and new.erased_at is distinct from old.erased_at) then
    raise exception 'a file stays what it is';
  end if;
  return new;
end $$;
create trigger stays_what_it_is before update on files.files for each row execute function files.stays_what_it_is();

grant select, insert, update, delete on files.files to api;
grant select, insert, delete on files.contents to api;
grant select on files.files, files.contents to console;
grant select, insert on files.views to api, console;
