-- Complaints and appeals: apart from any chat, with a number, a clock, and a history that nobody rewrites. Who may take
-- which step is held here: operators bring a complaint to its answer, and its customer alone closes it.
create schema complaints;
grant usage on schema complaints to api, console;

create sequence complaints.no_seq start 100000;

create table complaints.complaints (
  id uuid primary key,
  -- Without the letter before it; the last digit is the check of the others.
  no bigint not null unique check (no > 0),
  customer_id uuid not null references accounts.customers,
  kind text not null check (kind in ('withdrawal', 'deposit', 'identification', 'order', 'account', 'other')),
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
  check ((kind in ('account', 'other')) = (subject_id is null)),
  check ((status = 'RECEIVED') = (taken_by is null)),
  check ((status in ('RECEIVED', 'INVESTIGATING')) = (answer is null)),
  check ((answer is null) = (finding is null) and (answer is null) = (answered_at is null)
    and (answer is null) = (answered_by is null))
);
create index complaints_of_a_customer on complaints.complaints (customer_id, received_at desc);
create index complaints_waiting on complaints.complaints (due_at) where status in ('RECEIVED', 'INVESTIGATING');
create index complaints_by_time on complaints.complaints (received_at);

-- Every state a complaint has had. Written by the trigger below and by nothing else.
create table complaints.steps (
  complaint_id uuid not null references complaints.complaints,
  status text not null,
  at timestamptz not null,
  primary key (complaint_id, status)
);

create function complaints.moves_as_it_may() returns trigger language plpgsql as $$
begin
  if (new.id, new.no, new.customer_id, new.kind, new.subject_id, new.subject_no, new.text, new.received_at, new.due_at)
    is distinct from (old.id, old.no, old.customer_id, old.kind, old.subject_id, old.subject_no, old.text,
      old.received_at, old.due_at) then
    raise exception 'what a customer complained of stays as it was' using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (
      ('RECEIVED', 'INVESTIGATING'), ('INVESTIGATING', 'ANSWERED'), ('ANSWERED', 'ACCEPTED'), ('ANSWERED', 'ESCALATED'))
  then
    raise exception 'a complaint does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if old.answer is not null and (new.answer, new.finding, new.answered_by, new.answered_at)
      is distinct from (old.answer, old.finding, old.answered_by, old.answered_at)
    or old.taken_by is not null and new.taken_by is distinct from old.taken_by then
    raise exception 'what was answered stays as it was' using errcode = 'restrict_violation';
  end if;
  -- No operator says for a customer that he is content, or that he is not.
  if (new.status in ('ACCEPTED', 'ESCALATED')) <> (current_user = 'api') then
    raise exception 'a complaint does not go to % by this hand', new.status using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger moves_as_it_may before update on complaints.complaints
  for each row execute function complaints.moves_as_it_may();

create function complaints.note_step() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into complaints.steps (complaint_id, status, at) values (new.id, new.status, new.changed_at);
  return null;
end $$;
create trigger note_step after insert or update on complaints.complaints
  for each row execute function complaints.note_step();

create function complaints.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history of a complaint is added to, never changed' using errcode = 'restrict_violation';
end $$;
create trigger added_only before update or delete or truncate on complaints.steps
  for each statement execute function complaints.refuse_change();

grant select on complaints.complaints, complaints.steps to api, console;
grant usage on sequence complaints.no_seq to api;
grant insert (id, no, customer_id, kind, subject_id, subject_no, text, received_at, due_at, changed_at)
  on complaints.complaints to api;
grant update (status, changed_at) on complaints.complaints to api;
grant update (status, changed_at, taken_by, answered_by, answered_at, finding, answer) on complaints.complaints to console;
