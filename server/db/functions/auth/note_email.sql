-- Records every address that a customer registers with or changes to.
create or replace function auth.note_email() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform auth.note_mailbox(new.id, new.email);
  return null;
end $$;
