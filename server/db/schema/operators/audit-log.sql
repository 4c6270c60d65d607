-- The audit log of operators. Rows are added only; each becomes a record of the public log, and a customer may read who
-- read or changed something of theirs.

-- What an operator did, as it is recorded.
create type operators.audited_act as (act text, subject text, customer_id uuid, reason text, before text, after text);

-- Every act of an operator, in the order of commits and without a gap; each becomes a record of the log. Times are epoch
-- milliseconds and `before` and `after` are JSON as it was written, because all of it is hashed.
create table operators.acts (
  seq bigint primary key check (seq > 0),
  at bigint not null,
  -- Null: the command on the machine itself.
  operator_id uuid references operators.operators,
  operator_name text not null check (length(operator_name) between 1 and 80),
  roles text[] not null,
  act text not null check (act ~ '^[a-z][A-Za-z.]{2,59}$'),
  subject text not null check (length(subject) between 1 and 120),
  customer_id uuid references accounts.customers,
  reason text not null check (length(reason) between 1 and 500),
  before text check (length(before) <= 20000),
  after text check (length(after) <= 20000)
);
create index acts_by_customer on operators.acts (customer_id, seq) where customer_id is not null;
create index acts_by_subject on operators.acts (subject, seq);
create trigger added_only before update or delete or truncate on operators.acts
  for each statement execute function kernel.refuse_change();
create index acts_of_customer_by_time on operators.acts (customer_id, at desc, seq desc) where customer_id is not null;
grant select on operators.acts to api, console;

-- What a customer may know of who viewed or changed the account: the role, never the person.
create view operators.acts_on_customers as
  select seq, at, roles, act, reason, customer_id from operators.acts where customer_id is not null;
grant select on operators.acts_on_customers to api, console;
