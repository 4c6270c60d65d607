create or replace function complaints.moves_as_it_may() returns trigger language plpgsql as $$
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
  -- No operator accepts or escalates an answer in place of the customer.
  if (new.status in ('ACCEPTED', 'ESCALATED')) <> (current_user = 'api') then
    raise exception 'a complaint does not go to % by this hand', new.status using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
