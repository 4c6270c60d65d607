-- Ends the restriction of a customer whose time is over; returns whether it did.
create or replace function operators.end_restrictions(p_customer uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from accounts.customers c where c.id = p_customer for update;
  delete from operators.restrictions r where r.customer_id = p_customer and r.ends_at <= p_at;
  if not found then return false; end if;
  update accounts.customers c set status = 'ACTIVE' where c.id = p_customer and c.status = 'RESTRICTED';
  return true;
end $$;
grant execute on function operators.end_restrictions to console;
