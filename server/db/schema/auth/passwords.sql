-- How a customer proves who they are: passwords, mailed codes, and what was lately changed of them.

grant usage on schema auth to api, payout;

create table auth.passwords (
  customer_id uuid primary key references accounts.customers,
  hash text not null,
  changed_at timestamptz not null,
  -- Wrong passwords since the last right one; at most 100 are counted from networks from which the customer never signed in.
  failed_in_row integer not null default 0,
  failed_at timestamptz
);
grant select, insert, update on auth.passwords to api;

-- Networks from which a customer has signed in. There, another caller's wrong passwords never lock the customer out.
create table auth.known_networks (
  customer_id uuid not null references accounts.customers,
  network_key bytea not null check (length(network_key) = 32),
  seen_at timestamptz not null,
  primary key (customer_id, network_key)
);
grant select, insert, update, delete on auth.known_networks to api;

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
grant select, insert, update, delete on auth.codes to api;

-- When the last codes went to an address, oldest first, in epoch milliseconds: the limits a target survive a restart.
create table auth.code_targets (
  target text primary key,
  sent_ms bigint[] not null check (cardinality(sent_ms) between 1 and 5)
);
grant select, insert, update, delete on auth.code_targets to api;

-- The customer's own phrase, which is in every mail to that customer and in no other.
create table auth.phrases (
  customer_id uuid primary key references accounts.customers,
  phrase text not null check (char_length(phrase) between 4 and 32),
  set_at timestamptz not null
);
grant select, insert, update, delete on auth.phrases to api;

-- When password, second factor or e-mail of a customer were last changed: withdrawals to new addresses wait after it.
create table auth.security_changes (
  customer_id uuid primary key references accounts.customers,
  changed_at timestamptz not null,
  what text not null check (what in ('PASSWORD', 'SECOND_FACTOR', 'EMAIL'))
);
grant select, insert, update on auth.security_changes to api;
grant select on auth.security_changes to payout;
