-- Who operates the house: their own logins and roles, and what they work with. Nothing in this schema reaches a price, a
-- result or a balance, but for functions of later migrations that ask for two persons.
create schema operators;
grant usage on schema operators to console, api, payout;

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
  -- It is mailed as a link to the address that two have signed, in the language `lang`, and known to nobody else.
  -- `link_due_at`: one is to be mailed; whoever mails it makes it.
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  lang text,
  link_due_at timestamptz,
  created_at timestamptz not null,
  check ((setup_hash is null) = (setup_ends_at is null)),
  check (link_due_at is null or (status = 'INVITED' and email is not null))
);
-- One address is one person.
create unique index one_address_one_person on operators.operators (lower(email)) where status <> 'ENDED';
create index operators_link_due on operators.operators (link_due_at) where link_due_at is not null;

create table operators.roles (
  operator_id uuid not null references operators.operators,
  role text not null check (role in ('superadmin', 'kyc', 'finance1', 'finance2', 'risk', 'support', 'content', 'charity', 'auditor')),
  since timestamptz not null,
  primary key (operator_id, role)
);
-- Nobody holds finance1 and finance2, nor superadmin and a finance role: at most one of the three.
create unique index one_of_the_three on operators.roles (operator_id) where role in ('superadmin', 'finance1', 'finance2');
-- Whoever gives out roles looks at no identities.
create unique index superadmin_or_kyc on operators.roles (operator_id) where role in ('superadmin', 'kyc');

-- Public keys of devices that sign a challenge with their user verified. `origin` is the console's page they were made for;
-- null is a software authenticator of a sandbox.
create table operators.passkeys (
  id uuid primary key,
  operator_id uuid not null references operators.operators,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) <= 4096),
  origin text,
  name text not null check (char_length(name) between 1 and 40),
  created_at timestamptz not null
);
create index passkeys_by_operator on operators.passkeys (operator_id);

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

-- Challenges that were answered, until they would have ended anyway: each is good once.
create table operators.answered_challenges (
  challenge bytea primary key check (length(challenge) = 32),
  ends_at timestamptz not null
);

-- Two superadmins who can sign are there after every change: every later one takes two. Changes that could leave fewer come
-- one after the other.
create function operators.keep_two_superadmins() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_was_able boolean;
begin
  if tg_table_name = 'operators' then
    v_id := old.id;
    v_was_able := exists (select from operators.roles r where r.operator_id = v_id and r.role = 'superadmin')
      and exists (select from operators.passkeys p where p.operator_id = v_id);
  else
    v_id := old.operator_id;
    v_was_able := exists (select from operators.operators o where o.id = v_id and o.status = 'ACTIVE')
      and (tg_table_name <> 'passkeys' or exists (select from operators.roles r where r.operator_id = v_id and r.role = 'superadmin'))
      and (tg_table_name <> 'roles' or exists (select from operators.passkeys p where p.operator_id = v_id));
  end if;
  if not v_was_able then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('two superadmins', 34));
  if (select count(*) from operators.operators o where o.status = 'ACTIVE'
      and exists (select from operators.roles r where r.operator_id = o.id and r.role = 'superadmin')
      and exists (select from operators.passkeys p where p.operator_id = o.id)) < 2
  then
    raise exception 'two superadmins have to be left' using errcode = 'check_violation', constraint = 'two_superadmins';
  end if;
  return null;
end $$;
create trigger two_superadmins after update of status on operators.operators for each row
  when (old.status = 'ACTIVE' and new.status <> 'ACTIVE') execute function operators.keep_two_superadmins();
create trigger two_superadmins after delete on operators.roles for each row
  when (old.role = 'superadmin') execute function operators.keep_two_superadmins();
create trigger two_superadmins after delete on operators.passkeys for each row execute function operators.keep_two_superadmins();

-- What operators tell each other about a customer.
create table operators.notes (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  operator_id uuid not null references operators.operators,
  at timestamptz not null,
  text text not null check (length(text) between 1 and 2000)
);
create index notes_by_customer on operators.notes (customer_id, at);

-- Who works on what, so that two do not do it twice. It guards nothing.
create table operators.claims (
  subject text primary key check (length(subject) between 1 and 120),
  operator_id uuid not null references operators.operators,
  ends_at timestamptz not null
);

revoke all on all functions in schema operators from public;
grant select on operators.operators, operators.roles, operators.passkeys, operators.sessions, operators.answered_challenges,
  operators.notes, operators.claims to console;
grant insert, update on operators.operators to console;
-- When a key or a role came is nobody's to say: the payout counts from a time that the database writes down itself.
grant insert (operator_id, role, since) on operators.roles to console;
grant insert (id, operator_id, credential_id, public_key, origin, name, created_at) on operators.passkeys to console;
grant delete on operators.roles, operators.passkeys to console;
grant insert, update, delete on operators.sessions, operators.claims to console;
grant insert, delete on operators.answered_challenges to console;
grant insert on operators.notes to console;
-- A customer may read what operators noted about him; who of them it was is told to nobody here.
grant select (id, customer_id, at, text) on operators.notes to api;
