-- Every process that keeps a customer's standing in memory reads it anew.
create or replace function safeguards.notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('safeguards', coalesce(new.customer_id, old.customer_id)::text);
  return null;
end $$;
