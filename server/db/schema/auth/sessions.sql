-- Sessions, the sign-ins behind them, and accounts that their customers froze.

-- The token itself is never stored: a reader of this table cannot sign in as a customer.
create table auth.sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique,
  customer_id uuid not null references accounts.customers,
  created_at timestamptz not null,
  used_at timestamptz not null,
  ends_at timestamptz not null,
  ip text not null default '',
  user_agent text not null default '',
  -- A session of a browser is invalid without the cookie it was issued with; other programs have none.
  binding bytea check (length(binding) = 32),
  -- When the person at this session last proved who they are, in any way, and when by a second factor.
  proved_at timestamptz,
  factor_proved_at timestamptz
);
create index sessions_by_customer on auth.sessions (customer_id);
create index sessions_by_end on auth.sessions using brin (ends_at);
grant select, insert, update, delete on auth.sessions to api;

-- Where and with what a customer has signed in: the hash of customer, network and program.
create table auth.devices (
  customer_id uuid not null references accounts.customers,
  device bytea not null check (length(device) = 32),
  first_seen_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (customer_id, device)
);
grant select, insert, update, delete on auth.devices to api;

-- Sign-ins of the last 90 days, right and wrong, for the customer to review. `place` is a network, not an address.
create table auth.sign_ins (
  customer_id uuid not null references accounts.customers,
  id uuid not null,
  at timestamptz not null,
  -- WRONG_FACTOR: the caller knew the first factor, which the customer should see.
  outcome text not null check (outcome in ('SIGNED_IN', 'WRONG_PASSWORD', 'WRONG_FACTOR', 'BLOCKED')),
  place text not null check (length(place) <= 64),
  browser text check (length(browser) <= 40),
  system text check (length(system) <= 40),
  new_device boolean not null default false,
  primary key (customer_id, id)
);
create index sign_ins_by_time on auth.sign_ins using brin (at);
create index sign_ins_of_customer_by_time on auth.sign_ins (customer_id, at desc, id desc);
grant select, insert, delete on auth.sign_ins to api;

-- Tokens of the link in a mail about a new device: each may freeze this account, for six hours.
create table auth.freeze_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  customer_id uuid not null references accounts.customers,
  expires_at timestamptz not null
);
create index freeze_links_by_end on auth.freeze_links (expires_at);
grant select, insert, delete on auth.freeze_links to api;

-- Accounts frozen by their customers, and from when they may be used again once that was requested.
create table auth.freezes (
  customer_id uuid primary key references accounts.customers,
  frozen_at timestamptz not null,
  unfreezes_at timestamptz
);
create index freezes_by_end on auth.freezes (unfreezes_at) where unfreezes_at is not null;
grant select, insert, update, delete on auth.freezes to api;

create trigger blocked_has_no_session after update of status on accounts.customers
  for each row when (new.status in ('FROZEN_BY_USER', 'CLOSED')) execute function auth.end_sessions_of_blocked();
