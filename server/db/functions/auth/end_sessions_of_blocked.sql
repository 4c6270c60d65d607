-- Freezing or closing an account ends its sessions in the same transaction.
create or replace function auth.end_sessions_of_blocked() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform auth.end_sessions(new.id, null, null);
  return null;
end $$;
