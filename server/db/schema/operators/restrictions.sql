-- Customers who may not open new orders: those whom an operator restricted, whose withdrawals stay open, and those under a
-- legal hold that they are notified of. A legal hold alone stops trading and withdrawing.

-- Whom operators restrict now, and why. One operator alone does so for 72 hours at most.
create table operators.restrictions (
  customer_id uuid primary key references accounts.customers,
  reason text not null check (reason ~ '^[A-Z_]{3,40}$'),
  note text not null check (length(note) between 3 and 500),
  at timestamptz not null,
  ends_at timestamptz not null,
  operator_id uuid not null references operators.operators,
  -- What two operators signed; null where one acted alone.
  request_id uuid references operators.change_requests,
  check (ends_at > at and (request_id is not null or ends_at <= at + interval '72 hours'))
);
grant select on operators.restrictions to api, console;

-- Every restriction there has been: what the public counts are counted from, and what shows that one operator restricts a
-- customer alone again.
create table operators.restriction_log (
  seq bigint generated always as identity primary key,
  customer_id uuid not null references accounts.customers,
  reason text not null,
  at timestamptz not null,
  ends_at timestamptz not null,
  by_two boolean not null
);
create index restriction_log_of_customer on operators.restriction_log (customer_id, ends_at);
create index restriction_log_by_time on operators.restriction_log (at);
create trigger added_only before update or delete or truncate on operators.restriction_log
  for each statement execute function kernel.refuse_change();
grant select on operators.restriction_log to api, console;

-- Who may open no new orders, and why.
create view operators.stopped as
  select r.customer_id, r.reason, r.ends_at from operators.restrictions r
  where not exists (select from accounts.customers c where c.id = r.customer_id and c.status = 'LEGAL_HOLD')
  union all
  select c.id, 'LEGAL_HOLD', null from accounts.customers c where c.status = 'LEGAL_HOLD';
grant select on operators.stopped to api;
