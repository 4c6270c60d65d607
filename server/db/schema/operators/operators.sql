-- Operators: their logins, roles and keys. No table here reaches a price, a result or a balance; functions that do request
-- two operators.

grant usage on schema operators to api, console, payout;

create table operators.operators (
  id uuid primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{2,39}$'),
  status text not null default 'INVITED' check (status in ('INVITED', 'ACTIVE', 'ENDED')),
  -- One of a sandbox, whose password is public: a live installation refuses a database that holds it.
  sandbox boolean not null default false,
  password_hash text,
  -- What an authenticator app shares with us, sealed with a key outside the database.
  totp_sealed bytea check (length(totp_sealed) between 28 and 128),
  totp_enabled_at timestamptz,
  totp_last_step bigint not null default 0,
  -- The hash of the one-time secret by which a new operator sets himself up.
  setup_hash bytea unique check (length(setup_hash) = 32),
  setup_ends_at timestamptz,
  -- It is mailed as a link to the address that two have signed, in the language `lang`, and known to no other.
  -- `link_due_at`: one is to be mailed; the job that mails it makes it.
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  lang text,
  link_due_at timestamptz,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  -- Until then this operator is shown as absent.
  absent_until timestamptz,
  -- Where alone this operator may be signed in, as two superadmins have signed; empty for anywhere.
  networks text[] not null default '{}' check (cardinality(networks) <= 20),
  check ((setup_hash is null) = (setup_ends_at is null)),
  check (link_due_at is null or (status = 'INVITED' and email is not null))
);
-- One address is one person.
create unique index one_address_one_person on operators.operators (lower(email)) where status <> 'ENDED';
create index operators_link_due on operators.operators (link_due_at) where link_due_at is not null;
create trigger two_superadmins after update of status on operators.operators for each row
  when (old.status = 'ACTIVE' and new.status <> 'ACTIVE') execute function operators.keep_two_superadmins();
grant select, insert, update on operators.operators to console;

create table operators.roles (
  operator_id uuid not null references operators.operators,
  role text not null check (role in ('superadmin', 'kyc', 'finance1', 'finance2', 'risk', 'support', 'content', 'charity', 'auditor')),
  since timestamptz not null,
  recorded_at timestamptz not null default sandbox.product_time(),
  primary key (operator_id, role)
);
-- No operator holds finance1 and finance2, nor superadmin and a finance role: at most one of the three.
create unique index one_of_the_three on operators.roles (operator_id) where role in ('superadmin', 'finance1', 'finance2');
-- An operator who grants roles reads no identities.
create unique index superadmin_or_kyc on operators.roles (operator_id) where role in ('superadmin', 'kyc');
create trigger two_superadmins after delete on operators.roles for each row
  when (old.role = 'superadmin') execute function operators.keep_two_superadmins();
grant select, delete on operators.roles to console;
grant insert (operator_id, role, since) on operators.roles to console;

-- Public keys of devices that sign a challenge with their user verified. `origin` is the console's page they were made for;
-- null is a software authenticator of a sandbox.
create table operators.passkeys (
  id uuid primary key,
  operator_id uuid not null references operators.operators,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) <= 4096),
  origin text,
  name text not null check (char_length(name) between 1 and 40),
  created_at timestamptz not null,
  recorded_at timestamptz not null default sandbox.product_time()
);
create index passkeys_by_operator on operators.passkeys (operator_id);
create trigger two_superadmins after delete on operators.passkeys for each row execute function operators.keep_two_superadmins();
create trigger noted after insert on operators.passkeys for each row when (new.origin is not null)
  execute function operators.note_passkey();
-- No role sets when a key or a role was added: the payout counts from a time that the database records itself, so that code
-- which runs as console cannot make a key that counts at once.
grant select, delete on operators.passkeys to console;
grant insert (id, operator_id, credential_id, public_key, origin, name, created_at) on operators.passkeys to console;

-- The token itself is never stored. 15 minutes without use and 12 hours at most, by the clock of the product.
create table operators.sessions (
  id uuid primary key,
  operator_id uuid not null references operators.operators,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz not null,
  ip text not null,
  user_agent text not null check (length(user_agent) <= 300)
);
create index sessions_by_operator on operators.sessions (operator_id);
grant select, insert, update, delete on operators.sessions to console;

-- Challenges that were used, until they would have expired anyway: each is valid once.
create table operators.used_challenges (
  challenge bytea primary key check (length(challenge) = 32),
  ends_at timestamptz not null
);
grant select, insert, delete on operators.used_challenges to console;

-- The keys whose assertions count, of whom, and from when on: what the payout process checks approvals against.
create view operators.approvers as
  select p.credential_id, p.operator_id, o.name, p.public_key, p.origin,
    coalesce((select array_agg(r.role order by r.role) from operators.roles r where r.operator_id = o.id), '{}') as roles,
    greatest(p.recorded_at, (select max(r.recorded_at) from operators.roles r
      where r.operator_id = o.id and r.role in ('finance1', 'finance2'))) + interval '24 hours' as counts_from
  from operators.passkeys p join operators.operators o on o.id = p.operator_id where o.status = 'ACTIVE';
grant select on operators.approvers to console, payout;
