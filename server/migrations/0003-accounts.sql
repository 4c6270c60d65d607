-- Who someone is (schema accounts) and how they prove it (schema auth).
create schema accounts;
create schema auth;
grant usage on schema accounts, auth to api;
grant usage on schema accounts to console;

create table accounts.customers (
  id uuid primary key,
  -- The customer's account in the ledger; opened in the transaction that writes this row.
  account_id bigint not null,
  username text not null check (username ~ '^[A-Za-z0-9_]{3,30}$'),
  email text not null check (length(email) <= 254),
  email_verified_at timestamptz,
  country text not null check (country ~ '^[A-Z]{2}$'),
  lang text not null,
  color_scheme text not null default 'system',
  rise_color text not null default 'red',
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  invite_code text not null check (invite_code ~ '^[2-9A-HJ-NP-Z]{6}$'),
  invited_by uuid references accounts.customers,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'RESTRICTED', 'FROZEN_BY_USER', 'LEGAL_HOLD', 'CLOSED')),
  kyc_status text not null default 'NOT_VERIFIED',
  tier text not null default 'BASIC' check (tier in ('BASIC', 'VERIFIED')),
  credit_score smallint not null default 600 check (credit_score between 300 and 850),
  created_at timestamptz not null
);
create unique index customers_account on accounts.customers (account_id);
-- "Amy" and "amy" are one name: a look-alike would be a way to be mistaken for somebody else.
create unique index customers_username on accounts.customers (lower(username));
create unique index customers_email on accounts.customers (lower(email));
create unique index customers_invite_code on accounts.customers (invite_code);

-- How often a customer brought the virtual balance back to its opening amount on a UTC day of the product's clock.
create table accounts.reset_days (
  customer_id uuid not null references accounts.customers,
  day date not null,
  used smallint not null check (used between 1 and 5),
  primary key (customer_id, day)
);

-- What each reset came to, so that a repeated key answers the first answer again.
create table accounts.resets (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  at timestamptz not null,
  -- What was on hold in open orders; the free balance of the answer is the opening amount.
  held bigint not null
);

create table auth.passwords (
  customer_id uuid primary key references accounts.customers,
  hash text not null,
  changed_at timestamptz not null,
  -- Wrong passwords since the last right one; at most 100 are taken from places the customer has never signed in from.
  failed_in_row integer not null default 0,
  failed_at timestamptz
);

-- Network places a customer has signed in from. Somebody else's guessing never locks the customer out there.
create table auth.places (
  customer_id uuid not null references accounts.customers,
  place bytea not null check (length(place) = 32),
  seen_at timestamptz not null,
  primary key (customer_id, place)
);

-- The token itself is never stored: who reads this table can sign in as nobody.
create table auth.sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique,
  customer_id uuid not null references accounts.customers,
  created_at timestamptz not null,
  used_at timestamptz not null,
  ends_at timestamptz not null,
  ip text not null default '',
  user_agent text not null default ''
);
create index sessions_by_customer on auth.sessions (customer_id);
create index sessions_by_end on auth.sessions using brin (ends_at);

-- At most one code a target and purpose; a new one replaces it. Taking a code deletes it.
create table auth.codes (
  target text not null,
  purpose text not null,
  salt bytea not null check (length(salt) = 16),
  hash bytea not null check (length(hash) = 32),
  tries_left smallint not null check (tries_left between 0 and 5),
  expires_at timestamptz not null,
  primary key (target, purpose)
);

-- When the last codes went to an address, oldest first, in epoch milliseconds: the limits a target survive a restart.
create table auth.code_targets (
  target text primary key,
  sent_ms bigint[] not null check (cardinality(sent_ms) between 1 and 5)
);

grant select, insert, update on accounts.customers, accounts.reset_days to api;
grant select, insert on accounts.resets to api;
grant select on accounts.customers to console;
grant select, insert, update on auth.passwords to api;
grant select, insert, update, delete on auth.places, auth.sessions, auth.codes, auth.code_targets to api;
