-- Every process that watches prices is notified of alerts that come and go.
create or replace function notices.notify_alert() returns trigger language plpgsql as $$
begin
  perform pg_notify('notices', 'alert ' || coalesce(new.id, old.id));
  return null;
end $$;
