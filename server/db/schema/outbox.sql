-- The transactional outbox: what one domain publishes to others, written in the transaction of what happened; see
-- docs/decisions/060-outbox.md. A transaction that rolls back publishes nothing, one that commits loses nothing.

grant usage on schema outbox to api, console, chain;

create table outbox.events (
  id bigint generated always as identity primary key,
  -- The writing transaction. Events are read in the order of (xact, id), up to the oldest transaction still open, so that
  -- none which commits late is missed.
  xact xid8 not null default pg_current_xact_id(),
  type text not null check (length(type) between 3 and 60),
  payload jsonb not null check (pg_column_size(payload) <= 1000000),
  created_at timestamptz not null default now()
);
-- Ids do not compress: trying costs more than the rest of a large event.
alter table outbox.events alter column payload set storage external;
create index events_in_order on outbox.events (type, xact, id);
create index events_by_time on outbox.events (created_at);
create trigger published after insert on outbox.events for each statement execute function outbox.wake();
grant select, delete on outbox.events to api;
grant insert (type, payload) on outbox.events to api, console, chain;

-- How far each subscription has read. A reader holds its row while it handles events.
create table outbox.cursors (
  subscription text primary key check (length(subscription) between 3 and 60),
  type text not null,
  xact xid8 not null default '0',
  id bigint not null default 0
);
grant select, insert, update on outbox.cursors to api;

-- Events whose handler failed again and again: parked with the error, so that they hold up no other event.
create table outbox.parked (
  subscription text not null references outbox.cursors,
  event_id bigint not null,
  type text not null,
  payload jsonb not null,
  error text not null check (length(error) <= 2000),
  parked_at timestamptz not null default now(),
  -- An operator requested a retry; the subscription does so and deletes it, or parks it anew.
  retried_at timestamptz,
  primary key (subscription, event_id)
);
create index parked_by_time on outbox.parked (parked_at desc, event_id);
grant select, insert, update, delete on outbox.parked to api;
grant select on outbox.parked to console;

-- Mails and pushes that are to leave, each written in the transaction of its cause and deleted once it is sent. A
-- delivery is due again when its lease ends, after a failed attempt with a longer pause each time, or when the customer's
-- quiet hours are over. No secret is kept here: links are made when the mail is composed.
create table outbox.deliveries (
  id uuid primary key,
  -- Which queue sends it; see kernel/outbox/delivery-queue.ts.
  kind text not null check (length(kind) between 3 and 60),
  account_id bigint not null,
  template text not null check (length(template) between 3 and 60),
  payload jsonb not null check (length(payload::text) <= 8000),
  due_at timestamptz not null,
  attempts smallint not null default 0 check (attempts >= 0),
  -- Given up: kept for operators, who may have it tried again, and deleted a month later.
  failed_at timestamptz,
  -- Code of the last failure: the words of a mail server may name the address.
  error text check (length(error) <= 60)
);
create index deliveries_by_time on outbox.deliveries (kind, due_at) where failed_at is null;
create index deliveries_by_account on outbox.deliveries (account_id);
create index deliveries_failed on outbox.deliveries (failed_at desc, id) where failed_at is not null;
create trigger published after insert on outbox.deliveries for each statement execute function outbox.wake();
grant select, insert, update, delete on outbox.deliveries to api;
grant select on outbox.deliveries to console;
