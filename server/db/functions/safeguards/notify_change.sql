-- Every process that keeps a customer's eligibility in memory reads it again.
create or replace function safeguards.notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('safeguards', coalesce(new.customer_id, old.customer_id)::text);
  return null;
end $$;
