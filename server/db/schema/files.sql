-- Pictures that customers and guests of customer service send, and the documents of legal holds that operators do: drawn anew, encrypted with a key of
-- their own, readable by few, and every view recorded.

grant usage on schema files to api, console;

create table files.files (
  id uuid primary key,
  -- Null for the document of a legal hold: it is about a customer and never the customer's, who may not learn of it.
  customer_id uuid references accounts.customers,
  -- A guest of customer service, who is known to `chats` alone.
  guest_id uuid,
  purpose text not null check (purpose in ('kyc', 'deposit', 'signature', 'chat', 'legal')),
  type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  -- How `sealed` was made; part of what the encryption vouches for.
  version smallint not null default 1,
  -- The key of this file, encrypted under the installation's; without it the file can never be read again.
  key_id text check (key_id ~ '^[0-9a-f]{16}$'),
  wrapped_key bytea check (length(wrapped_key) = 60),
  created_at timestamptz not null,
  -- When something of the customer's named the file; one that nothing names is forgotten after a day.
  used_at timestamptz,
  erased_at timestamptz,
  check ((wrapped_key is null) = (erased_at is not null)),
  check ((wrapped_key is null) = (key_id is null)),
  check (num_nonnulls(customer_id, guest_id) = case purpose when 'legal' then 0 else 1 end),
  check (purpose = 'chat' or (guest_id is null and type <> 'application/pdf'))
);
create index files_by_customer on files.files (customer_id);
create index files_by_guest on files.files (guest_id) where guest_id is not null;
create index files_unused on files.files (created_at) where used_at is null and erased_at is null;
create index files_by_key on files.files (key_id);
-- The same picture of another customer.
create index files_same on files.files (sha256) where purpose = 'kyc';
create trigger stays_what_it_is before update on files.files for each row execute function files.stays_what_it_is();
grant select, insert, update, delete on files.files to api;
grant select on files.files to console;

create table files.contents (
  file_id uuid primary key references files.files on delete cascade,
  sealed bytea not null
);
-- Encrypted bytes do not compress.
alter table files.contents alter column sealed set storage external;
grant select, insert, delete on files.contents to api;
grant select on files.contents to console;

-- Who viewed a picture, and why.
create table files.views (
  id uuid primary key,
  file_id uuid not null,
  customer_id uuid references accounts.customers,
  operator_id uuid,
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null
);
create index views_by_file on files.views (file_id, at);
create index views_by_customer on files.views (customer_id, at);
grant select, insert on files.views to api, console;
