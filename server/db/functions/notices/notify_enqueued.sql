-- Heard once the transaction has committed.
create or replace function notices.notify_enqueued() returns trigger language plpgsql as $$
begin
  perform pg_notify('notices', 'handed');
  return null;
end $$;
