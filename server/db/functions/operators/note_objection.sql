-- A complaint about an announced adjustment is its objection: it waits for the adjustment's row, as carrying it out does,
-- so one of the two comes first. A second complaint about it stops nothing.
create or replace function operators.note_objection() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update operators.debits d set objection_id = new.id
  where d.request_id = new.subject_id and d.customer_id = new.customer_id and d.status = 'ANNOUNCED' and d.objection_id is null;
  return null;
end $$;
