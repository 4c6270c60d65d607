-- Alerts to operators.

-- What operators are alerted to, from the moment it was found until it was over, and who is still to be notified of it.
create table operators.alerts (
  id uuid primary key,
  kind text not null check (length(kind) between 1 and 40),
  -- What it is about: a queue, an asset, a check, an operator.
  subject text not null check (length(subject) between 1 and 120),
  count integer not null check (count >= 0),
  opened_at timestamptz not null,
  -- The last evaluation that found it.
  found_at timestamptz not null,
  closed_at timestamptz
);
create unique index one_open_alert on operators.alerts (kind, subject) where closed_at is null;
grant select, insert on operators.alerts to console;
grant update (count, found_at, closed_at) on operators.alerts to console;

-- One row for each recipient and event, made in the transaction that opens or closes the alert.
create table operators.alert_deliveries (
  id uuid primary key,
  alert_id uuid not null references operators.alerts,
  event text not null check (event in ('OPENED', 'CLOSED')),
  -- A mail address or `webhook`.
  recipient text not null check (length(recipient) between 1 and 254),
  due_at timestamptz not null,
  attempts smallint not null default 0,
  done_at timestamptz,
  -- Given up: listed in the console, where an operator may have it tried again.
  failed_at timestamptz,
  error text check (length(error) <= 200),
  check ((failed_at is null) = (error is null) and (failed_at is null or done_at is not null)),
  unique (alert_id, event, recipient)
);
create index alert_deliveries_due on operators.alert_deliveries (due_at) where done_at is null;
create index alert_deliveries_failed on operators.alert_deliveries (failed_at desc, id) where failed_at is not null;
grant select, insert on operators.alert_deliveries to console;
grant update (due_at, attempts, done_at, failed_at, error) on operators.alert_deliveries to console;
