create or replace function complaints.note_step() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into complaints.steps (complaint_id, status, at) values (new.id, new.status, new.changed_at);
  return null;
end $$;
