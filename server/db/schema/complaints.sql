-- Complaints and appeals: apart from any chat, with a number, a clock, and a history that is never rewritten. Who may take
-- which step is checked here: operators bring a complaint to its answer, and its customer alone closes it.

grant usage on schema complaints to api, console;

create sequence complaints.no_seq start 100000;
grant usage on sequence complaints.no_seq to api;

create table complaints.complaints (
  id uuid primary key,
  -- Without the letter before it; the last digit is the check digit.
  no bigint not null unique check (no > 0),
  customer_id uuid not null references accounts.customers,
  kind text not null check (kind in ('withdrawal', 'deposit', 'identification', 'order', 'adjustment', 'account', 'other')),
  -- What it is about, and the number that this has elsewhere.
  subject_id uuid,
  subject_no text check (length(subject_no) between 1 and 40),
  text text not null check (length(text) between 10 and 4000),
  status text not null default 'RECEIVED'
    check (status in ('RECEIVED', 'INVESTIGATING', 'ANSWERED', 'ACCEPTED', 'ESCALATED')),
  received_at timestamptz not null,
  due_at timestamptz not null check (due_at > received_at),
  changed_at timestamptz not null,
  taken_by uuid references operators.operators,
  answered_by uuid references operators.operators,
  answered_at timestamptz,
  finding text check (finding in ('UPHELD', 'PARTLY_UPHELD', 'NOT_UPHELD')),
  answer text check (length(answer) between 10 and 4000),
  -- The conversation with customer service that it came up in; that is forgotten long before.
  chat_id uuid,
  check ((kind in ('account', 'other')) = (subject_id is null)),
  check ((status = 'RECEIVED') = (taken_by is null)),
  check ((status in ('RECEIVED', 'INVESTIGATING')) = (answer is null)),
  check ((answer is null) = (finding is null) and (answer is null) = (answered_at is null)
    and (answer is null) = (answered_by is null))
);
create index complaints_of_a_customer on complaints.complaints (customer_id, received_at desc);
create index complaints_waiting on complaints.complaints (due_at) where status in ('RECEIVED', 'INVESTIGATING');
create index complaints_by_time on complaints.complaints (received_at);
create trigger moves_as_it_may before update on complaints.complaints
  for each row execute function complaints.moves_as_it_may();
create trigger note_step after insert or update on complaints.complaints
  for each row execute function complaints.note_step();
grant select on complaints.complaints to api, console;
grant insert (id, no, customer_id, kind, subject_id, subject_no, text, received_at, due_at, changed_at, chat_id) on
  complaints.complaints to api;
grant update (status, changed_at) on complaints.complaints to api;
grant update (status, changed_at, taken_by, answered_by, answered_at, finding, answer) on complaints.complaints to
  console;

-- Every state a complaint has had. Written by the trigger below and by nothing else.
create table complaints.steps (
  complaint_id uuid not null references complaints.complaints,
  status text not null,
  at timestamptz not null,
  primary key (complaint_id, status)
);
create trigger added_only before update or delete or truncate on complaints.steps
  for each statement execute function kernel.refuse_change();
grant select on complaints.steps to api, console;
