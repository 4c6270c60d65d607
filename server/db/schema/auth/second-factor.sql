-- The second factor beside the password, and passkeys.

-- What an authenticator app shares with us. Sealed with a key outside the database: who reads this table has no codes.
create table auth.totps (
  customer_id uuid primary key references accounts.customers,
  sealed bytea not null check (length(sealed) between 28 and 128),
  set_up_at timestamptz not null,
  -- Null until a first code has shown that the app has it.
  enabled_at timestamptz,
  -- The newest time step a code was taken for; that one and all before it are used up.
  last_step bigint not null default 0
);
grant select, insert, update, delete on auth.totps to api;
grant select (customer_id, enabled_at) on auth.totps to payout;

-- For a customer who has lost the app or the key: each works once. Hashed with a key outside the database.
create table auth.recovery_codes (
  customer_id uuid not null references accounts.customers,
  hash bytea not null check (length(hash) = 32),
  primary key (customer_id, hash)
);
grant select, insert, delete on auth.recovery_codes to api;

-- Wrong codes since the last right one, and until when no further code is checked.
create table auth.factor_tries (
  customer_id uuid primary key references accounts.customers,
  wrong_in_row integer not null,
  opens_at timestamptz not null
);
grant select, insert, update, delete on auth.factor_tries to api;

-- Public keys of devices that sign a challenge. Each was made with the user verified, so it can also be used alone.
create table auth.passkeys (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) <= 4096),
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_customer on auth.passkeys (customer_id);
grant select, insert, update, delete on auth.passkeys to api;
grant select (customer_id, created_at) on auth.passkeys to payout;

-- Challenges that were used, until they would have expired anyway: each is valid once.
create table auth.used_challenges (
  challenge bytea primary key check (length(challenge) = 32),
  expires_at timestamptz not null
);
create index used_challenges_by_end on auth.used_challenges (expires_at);
grant select, insert, delete on auth.used_challenges to api;
