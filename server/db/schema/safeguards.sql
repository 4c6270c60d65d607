-- What a customer must pass before a product: a questionnaire, a cooling-off day, the customer's own limits and
-- pauses.

grant usage on schema safeguards to api, console;

-- One row a customer who has anything here; a change of the customer's safeguards locks it.
create table safeguards.customers (
  customer_id uuid primary key references accounts.customers,
  -- Minutes between two reality checks, and when the customer last confirmed one.
  reality_every smallint not null default 60 check (reality_every between 15 and 60),
  reality_seen_at timestamptz
);
grant select, insert, update on safeguards.customers to api;
grant select on safeguards.customers to console;

-- Questionnaires as they were drawn: twelve questions with their answers in an order of this attempt's own. One is open
-- at a time. What was answered is kept, and never changes.
create table safeguards.quiz_attempts (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  product text not null,
  -- [{"id": question, "order": [place of each shown answer in the bank]}]
  questions jsonb not null,
  drawn_at timestamptz not null,
  answered_at timestamptz,
  answers jsonb,
  right_answers smallint,
  passed boolean,
  check ((answered_at is null) = (answers is null) and (answered_at is null) = (right_answers is null)
    and (answered_at is null) = (passed is null))
);
create unique index quiz_attempts_open on safeguards.quiz_attempts (customer_id, product) where answered_at is null;
create index quiz_attempts_by_customer on safeguards.quiz_attempts (customer_id, product, answered_at);
create trigger published after insert or update on safeguards.quiz_attempts
  for each row execute function safeguards.notify_change();
grant select, insert, update, delete on safeguards.quiz_attempts to api;
grant select on safeguards.quiz_attempts to console;

-- When a customer was shown the risk of a product, and when, a day later or more, the customer chose to go on.
create table safeguards.risk_acks (
  customer_id uuid not null references accounts.customers,
  product text not null,
  shown_at timestamptz not null,
  confirmed_at timestamptz check (confirmed_at >= shown_at + interval '24 hours'),
  primary key (customer_id, product)
);
create trigger published after insert or update or delete on safeguards.risk_acks
  for each row execute function safeguards.notify_change();
grant select, insert, update, delete on safeguards.risk_acks to api;
grant select on safeguards.risk_acks to console;

-- Limits a customer set. Money in smallest units of USDT, the others as they are. `wish` is a looser value requested
-- (`wish_none`: none at all), which may be confirmed from `wish_from` on.
create table safeguards.own_limits (
  customer_id uuid not null references accounts.customers,
  name text not null,
  value bigint check (value >= 0),
  set_at timestamptz not null,
  wish bigint check (wish >= 0),
  wish_none boolean not null default false,
  wish_from timestamptz,
  primary key (customer_id, name),
  check ((wish_from is not null) = (wish is not null or wish_none)),
  check (not (wish_none and wish is not null))
);
create trigger published after insert or update or delete on safeguards.own_limits
  for each row execute function safeguards.notify_change();
grant select, insert, update on safeguards.own_limits to api;
grant select on safeguards.own_limits to console;

-- Pauses a customer took. Rows are only ever added: no pause ends early, for no customer.
create table safeguards.pauses (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  kind text not null check (kind in ('TIMEOUT', 'SELF_EXCLUSION')),
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at)
);
create index pauses_by_customer on safeguards.pauses (customer_id, until_at);
create trigger added_only before update or delete or truncate on safeguards.pauses
  for each statement execute function kernel.refuse_change();
create trigger published after insert on safeguards.pauses
  for each row execute function safeguards.notify_change();
grant select, insert on safeguards.pauses to api;
grant select on safeguards.pauses to console;

-- Every change of a customer's safeguards, in its new state: a limit, a pause, a warning, an answered
-- questionnaire. Signed with a key that is not in the database and sealed in the log, so that a row above that was changed or
-- removed otherwise is found (docs/decisions/108-sealed-safeguards.md).
create table safeguards.changes (
  -- Rises by one in the order of commits.
  seq bigint primary key check (seq > 0),
  customer_id uuid not null references accounts.customers,
  -- `limit <name>`, `pause <id>`, `risk <product>`, `quiz <attempt>`.
  subject text not null check (length(subject) between 3 and 60),
  -- The content of its row then, part by part; `none` where there is no row any more.
  state text not null check (length(state) between 1 and 200),
  -- Epoch milliseconds, because it is part of what is signed.
  at bigint not null,
  signature bytea not null check (length(signature) = 64)
);
create index changes_of_subject on safeguards.changes (customer_id, subject, seq desc);
create trigger added_only before update or delete or truncate on safeguards.changes
  for each statement execute function kernel.refuse_change();
grant select, insert on safeguards.changes to api;
grant select on safeguards.changes to console;

-- Since when a customer has used the product without a pause of fifteen minutes.
create table safeguards.play_sessions (
  customer_id uuid primary key references accounts.customers,
  began_at timestamptz not null,
  used_at timestamptz not null check (used_at >= began_at)
);
grant select, insert, update on safeguards.play_sessions to api;
grant select on safeguards.play_sessions to console;
