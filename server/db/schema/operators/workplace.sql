-- What operators keep for their own work: notes, who works on what, saved views and text macros.

-- What operators write to each other about a customer.
create table operators.notes (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  operator_id uuid not null references operators.operators,
  at timestamptz not null,
  text text not null check (length(text) between 1 and 2000),
  -- Written under a legal hold that the customer may not be notified of: in nothing that he reads.
  confidential boolean not null default false
);
create index notes_by_customer on operators.notes (customer_id, at);
-- A customer may read what operators noted, and not which operator it was.
grant select, insert on operators.notes to console;
grant select (id, customer_id, at, text, confidential) on operators.notes to api;

-- Who works on what, so that two do not do it twice. It guards nothing.
create table operators.claims (
  subject text primary key check (length(subject) between 1 and 120),
  operator_id uuid not null references operators.operators,
  ends_at timestamptz not null
);
grant select, insert, update, delete on operators.claims to console;

-- Whose case it is, by an operator's decision; unlike a claim it stays when a page is closed. It guards nothing: four eyes
-- and roles apply to every assignee.
create table operators.assignments (
  subject text primary key check (subject ~ '^[a-z]{3,20}:[A-Za-z0-9-]{1,64}$'),
  operator_id uuid not null references operators.operators,
  assigned_by uuid not null references operators.operators,
  at timestamptz not null
);
create index assignments_by_operator on operators.assignments (operator_id, at);
create index assignments_by_time on operators.assignments (at);
grant select, insert, update, delete on operators.assignments to console;

-- What operators keep for their own work: filters of a table under a name, and texts that they reuse in replies.
create table operators.saved_views (
  operator_id uuid not null references operators.operators,
  screen text not null check (screen ~ '^[a-z-]{1,30}$'),
  name text not null check (char_length(name) between 1 and 40),
  -- The filters, order and columns as the page's address has them.
  search text not null check (length(search) <= 500),
  at timestamptz not null,
  primary key (operator_id, screen, name)
);
grant select, insert, update, delete on operators.saved_views to console;

-- Shared by all who reply. Changing one makes another.
create table operators.macros (
  id uuid primary key,
  lang text not null check (length(lang) = 2),
  title text not null check (char_length(title) between 1 and 60),
  body text not null check (char_length(body) between 1 and 4000),
  created_by uuid not null references operators.operators,
  at timestamptz not null,
  unique (lang, title)
);
grant select, insert, delete on operators.macros to console;
