-- Notifies every process that listens on the channel `outbox` that events or deliveries were committed.
create or replace function outbox.wake() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;
