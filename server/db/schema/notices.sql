-- Notices to customers, how each customer wants to be notified, and price alerts. Accounts are those of the ledger.

grant usage on schema notices to api, console;

-- A row never changes; only that it was read is added. The text is made where it is read, in its reader's
-- language, of template and params. `ref` names what it is about, so that one event is handled once.
create table notices.notices (
  account_id bigint not null,
  id uuid not null,
  template text not null,
  category text not null check (category in ('TRADE', 'RISK', 'FUNDS', 'SECURITY', 'LEGAL', 'ACCOUNT', 'ALERT')),
  params jsonb not null check (length(params::text) <= 2000),
  ref text not null check (length(ref) <= 80),
  -- Of a category that its customer had muted: kept so that it is mailed once, and shown nowhere.
  muted boolean not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (account_id, id),
  unique (account_id, template, ref)
);
create index notices_unread on notices.notices (account_id) where read_at is null and not muted;
grant select, insert, delete on notices.notices to api;
grant select on notices.notices to console;
grant update (read_at) on notices.notices to api;

-- Settings that a customer changed from their defaults.
create table notices.preferences (
  account_id bigint not null,
  category text not null check (category in ('TRADE', 'RISK', 'FUNDS', 'SECURITY', 'LEGAL', 'ACCOUNT', 'ALERT')),
  in_app boolean not null,
  email boolean not null,
  -- Nothing is pushed until a customer chooses it.
  push boolean not null default false,
  primary key (account_id, category),
  check (in_app or category not in ('RISK', 'SECURITY', 'LEGAL')),
  check (email or category <> 'SECURITY')
);
grant select, insert, update on notices.preferences to api;
grant select on notices.preferences to console;

-- Prices to be notified of. `target` is in the instrument's smallest units, or in hundredths of a percent for a CHANGE. It
-- is armed while the price is on the near side of it. One that is notified once is deleted as it is notified.
create table notices.alerts (
  account_id bigint not null,
  id uuid primary key,
  code text not null check (length(code) <= 32),
  kind text not null check (kind in ('ABOVE', 'BELOW', 'CHANGE')),
  target bigint not null check (target > 0),
  -- Minutes between two notices; null: once.
  every_minutes integer check (every_minutes between 60 and 10080),
  armed boolean not null,
  notified_at timestamptz,
  created_at timestamptz not null
);
create index alerts_by_account on notices.alerts (account_id);
create trigger published after insert or delete on notices.alerts for each row execute function notices.notify_alert();
grant select, insert, delete on notices.alerts to api;
grant select on notices.alerts to console;
grant update (armed, notified_at) on notices.alerts to api;

-- One subscription a session: it ends with the session, however that ends. `vapid_key` is the public key it was made
-- under; no other can send to it.
create table notices.push_subscriptions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  account_id bigint not null,
  endpoint text not null unique check (length(endpoint) <= 1024),
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  vapid_key bytea not null check (length(vapid_key) = 65),
  created_at timestamptz not null
);
create index push_subscriptions_by_account on notices.push_subscriptions (account_id);
grant select, insert, update, delete on notices.push_subscriptions to api;

-- Minutes of the day in the customer's zone in which nothing that can wait is mailed or pushed.
create table notices.quiet_hours (
  account_id bigint primary key,
  from_min smallint not null check (from_min between 0 and 1439),
  to_min smallint not null check (to_min between 0 and 1439),
  zone text not null check (length(zone) <= 64),
  check (from_min <> to_min)
);
grant select, insert, update, delete on notices.quiet_hours to api;
grant select on notices.quiet_hours to console;

-- How far customers have been notified of something that concerns many, by account: the next run goes on from there.
create table notices.bulk_runs (
  what text primary key check (length(what) between 3 and 60),
  after bigint not null default 0,
  done_at timestamptz
);
grant select, insert, update on notices.bulk_runs to api;

create trigger forgotten_when_closed after update of status on accounts.customers
  for each row when (new.status = 'CLOSED') execute function notices.forget_closed();
