-- Who a customer is.

grant usage on schema accounts to api, console, payout;

create table accounts.customers (
  id uuid primary key,
  -- The customer's account in the ledger; opened in the transaction that writes this row.
  account_id bigint not null,
  username text not null check (username ~ '^[A-Za-z0-9_]{3,30}$'),
  email text not null check (length(email) <= 254),
  email_verified_at timestamptz,
  country text not null check (country ~ '^[A-Z]{2}$'),
  lang text not null,
  color_scheme text not null default 'system' check (color_scheme in ('system', 'light', 'dark')),
  rise_color text not null default 'red' check (rise_color in ('red', 'green', 'cvd')),
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  invite_code text not null check (invite_code ~ '^[2-9A-HJ-NP-Z]{6}$'),
  invited_by uuid references accounts.customers,
  -- When that was bound: with the registration, or by a code within the days after it.
  invited_at timestamptz(3),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'RESTRICTED', 'FROZEN_BY_USER', 'LEGAL_HOLD', 'CLOSED')),
  kyc_status text not null default 'NOT_VERIFIED',
  tier text not null default 'BASIC' check (tier in ('BASIC', 'VERIFIED')),
  -- None before the first verified identity, which it begins with (kyc.notify_customer).
  credit_score smallint check (credit_score between 300 and 850),
  created_at timestamptz not null,
  closed_at timestamptz,
  -- A contact: it signs in to nothing, and no code goes to it.
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- The providers a customer signs in with, in the customer's row, because every response shows them.
  social text[] not null default '{}',
  -- That there is a fund password, and nothing else of it.
  fund_password_set boolean not null default false,
  check ((status = 'CLOSED') = (closed_at is not null)),
  check ((invited_by is null) = (invited_at is null) and invited_by <> id)
);
create unique index customers_account on accounts.customers (account_id);
-- "Amy" and "amy" are one name: a look-alike would be a way to pass for another customer.
create unique index customers_username on accounts.customers (lower(username));
create unique index customers_email on accounts.customers (lower(email));
create unique index customers_invite_code on accounts.customers (invite_code);
create unique index customers_phone on accounts.customers (phone);
create index customers_by_inviter on accounts.customers (invited_by, invited_at) where invited_by is not null;
create index customers_invited on accounts.customers (invited_at) where invited_at is not null;
-- Who invited a customer never changes.
create trigger invited_once before update on accounts.customers for each row
  when (old.invited_by is not null and (old.invited_by, old.invited_at) is distinct from (new.invited_by, new.invited_at))
  execute function kernel.refuse_change();
create index customers_on_hold on accounts.customers (id) where status = 'LEGAL_HOLD';
-- What the payout checks again on its own.
grant select, insert, update on accounts.customers to api;
grant select on accounts.customers to console;
grant select (id, account_id, status, tier) on accounts.customers to payout;

-- How often a customer brought the virtual balance back to its opening amount on a UTC day of the product's clock.
create table accounts.reset_days (
  customer_id uuid not null references accounts.customers,
  day date not null,
  used smallint not null check (used between 1 and 5),
  primary key (customer_id, day)
);
grant select, insert, update on accounts.reset_days to api;

-- The result of each reset, so that a repeated key returns the first response again.
create table accounts.resets (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  at timestamptz not null,
  -- What was on hold in open orders; the free balance of the response is the opening amount.
  held bigint not null
);
grant select, insert on accounts.resets to api;
grant select on accounts.resets to console;
