-- The transactional outbox: what one domain tells others, written in the transaction of what happened; see
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
  -- An operator wants it tried again; the subscription does so and deletes it, or parks it anew.
  retried_at timestamptz,
  primary key (subscription, event_id)
);
create index parked_by_time on outbox.parked (parked_at desc, event_id);
grant select, insert, update, delete on outbox.parked to api;
grant select on outbox.parked to console;
