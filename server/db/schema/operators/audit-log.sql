-- The audit log of operators. Rows are added only; each becomes a record of the public log, and a customer may read who
-- read or changed something of theirs.

-- What an operator did, before it has its number.
create type operators.new_audit_entry as (act text, subject text, customer_id uuid, reason text, before text, after text);

-- Every operation of an operator, in the order of commits and without a gap; each becomes a record of the log. Times are epoch
-- milliseconds and `before` and `after` are JSON as it was written, because all of it is hashed.
create table operators.audit_entries (
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
create index audit_entries_by_customer on operators.audit_entries (customer_id, seq) where customer_id is not null;
create index audit_entries_by_subject on operators.audit_entries (subject, seq);
create trigger added_only before update or delete or truncate on operators.audit_entries
  for each statement execute function kernel.refuse_change();
create index audit_entries_of_customer_by_time on operators.audit_entries (customer_id, at desc, seq desc) where customer_id is not null;
grant select on operators.audit_entries to api, console;

-- What a customer may know of who viewed or changed the account: the role, never the person.
create view operators.audit_entries_on_customers as
  select seq, at, roles, act, reason, customer_id from operators.audit_entries where customer_id is not null;
grant select on operators.audit_entries_on_customers to api, console;
