-- Heard once the transaction has committed.
create or replace function notices.tell_of_handed() returns trigger language plpgsql as $$
begin
  perform pg_notify('notices', 'handed');
  return null;
end $$;
