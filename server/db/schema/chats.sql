-- Conversations with customer service. Messages are only added, numbered by the database without a gap within their
-- conversation, and deleted with it. Agents write and take steps through functions that the role `console` may call,
-- customers through those of `api`: neither can write for the other.

grant usage on schema chats to api, console;

-- Visitors without a session, known by the hash of a token that only their browser has.
create table chats.guests (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  email text check (length(email) <= 254),
  created_at timestamptz not null
);
grant select, insert on chats.guests to api;
grant select on chats.guests to console;

create table chats.conversations (
  id uuid primary key,
  customer_id uuid references accounts.customers,
  guest_id uuid references chats.guests,
  -- The closed conversation that this one goes on with.
  previous_id uuid unique references chats.conversations on delete set null,
  lang text not null check (length(lang) = 2),
  topic text check (length(topic) <= 20),
  screen text check (length(screen) <= 120),
  status text not null default 'OPEN' check (status in ('OPEN', 'ASSIGNED', 'WAITING_USER', 'RESOLVED', 'CLOSED')),
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  assigned_to uuid references operators.operators,
  -- Since when the customer waits for an agent's reply.
  waiting_since timestamptz,
  first_message_at timestamptz,
  first_reply_at timestamptz,
  resolved_at timestamptz,
  last_seq integer not null default 0,
  customer_read integer not null default 0,
  agent_read integer not null default 0,
  -- The last message of an agent, and the last one that the customer was notified of outside the conversation.
  agent_seq integer not null default 0,
  agent_at timestamptz,
  noticed_seq integer not null default 0,
  rating smallint check (rating between 1 and 5),
  check (num_nonnulls(customer_id, guest_id) = 1),
  check ((status in ('ASSIGNED', 'WAITING_USER')) <= (assigned_to is not null)),
  check ((status in ('RESOLVED', 'CLOSED')) = (resolved_at is not null)),
  check (waiting_since is null or status in ('OPEN', 'ASSIGNED'))
);
-- One conversation of a customer or guest that is not closed, on whatever device.
create unique index one_of_a_customer on chats.conversations (customer_id) where status <> 'CLOSED' and customer_id is not null;
create unique index one_of_a_guest on chats.conversations (guest_id) where status <> 'CLOSED' and guest_id is not null;
create index conversations_of_a_customer on chats.conversations (customer_id, opened_at desc) where customer_id is not null;
create index conversations_of_a_guest on chats.conversations (guest_id, opened_at desc) where guest_id is not null;
create index conversations_waiting on chats.conversations (waiting_since) where waiting_since is not null;
create index conversations_by_status on chats.conversations (status, changed_at);
create index conversations_unnoticed on chats.conversations (agent_at)
  where agent_seq > customer_read and agent_seq > noticed_seq;
create index conversations_by_first_message on chats.conversations (first_message_at);
grant select on chats.conversations to api, console;

create table chats.messages (
  conversation_id uuid not null references chats.conversations on delete cascade,
  seq integer not null check (seq > 0),
  author text not null check (author in ('CUSTOMER', 'AGENT', 'SYSTEM')),
  operator_id uuid references operators.operators,
  client_id text check (length(client_id) between 8 and 64),
  text text not null check (length(text) <= 4000),
  event text check (length(event) between 4 and 20),
  params jsonb not null default '{}',
  files uuid[] not null default '{}' check (cardinality(files) <= 4),
  -- Those of the files that are no pictures.
  documents uuid[] not null default '{}' check (documents <@ files),
  at timestamptz not null,
  primary key (conversation_id, seq),
  check ((author = 'SYSTEM') = (event is not null)),
  check ((author = 'SYSTEM') = (client_id is null)),
  check (author <> 'AGENT' or operator_id is not null)
);
create unique index messages_once on chats.messages (conversation_id, author, client_id) where client_id is not null;
create trigger stays_as_written before update or truncate on chats.messages
  for each statement execute function kernel.refuse_change();
grant select on chats.messages to api, console;

-- What agents note for each other; no customer sees it in the conversation.
create table chats.notes (
  id uuid primary key,
  conversation_id uuid not null references chats.conversations on delete cascade,
  operator_id uuid not null references operators.operators,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null
);
create index notes_of_a_conversation on chats.notes (conversation_id, at);
create trigger stays_as_written before update or truncate on chats.notes
  for each statement execute function kernel.refuse_change();
grant select, insert on chats.notes to console;

-- Messages of agents that were not sent, because they request what staff never request.
create table chats.blocked (
  id uuid primary key,
  conversation_id uuid not null references chats.conversations on delete cascade,
  operator_id uuid not null references operators.operators,
  rule text not null check (length(rule) between 3 and 20),
  text text not null check (length(text) <= 4000),
  at timestamptz not null
);
create index blocked_of_a_conversation on chats.blocked (conversation_id, at);
grant select, insert on chats.blocked to console;

-- Replies that are prepared once, in every language; `key` is what agents type to find one.
create table chats.canned (
  id uuid primary key,
  key text not null unique check (key ~ '^[a-z0-9-]{2,40}$'),
  texts jsonb not null,
  changed_by uuid not null references operators.operators,
  changed_at timestamptz not null
);
grant select, insert, update, delete on chats.canned to console;

-- When each agent last used the console's conversations.
create table chats.presence (
  operator_id uuid primary key references operators.operators,
  seen_at timestamptz not null
);
grant select on chats.presence to api, console;
grant insert, update on chats.presence to console;

-- The hours of service: minutes of the day (UTC), days from Monday, 1, to Sunday, 7. One row.
create table chats.hours (
  one boolean primary key default true check (one),
  days smallint[] not null,
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute smallint not null check (to_minute between 1 and 1440 and to_minute > from_minute)
);
insert into chats.hours (days, from_minute, to_minute) values ('{1,2,3,4,5,6,7}', 0, 1440);
grant select on chats.hours to api, console;
grant update on chats.hours to console;
