-- Ends the restrictions whose time is over; returns whose.
create or replace function operators.end_restrictions(p_at timestamptz) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_customer uuid;
begin
  for v_customer in select r.customer_id from operators.restrictions r where r.ends_at <= p_at order by 1 loop
    perform 1 from accounts.customers c where c.id = v_customer for update;
    delete from operators.restrictions r where r.customer_id = v_customer and r.ends_at <= p_at;
    if found then
      update accounts.customers c set status = 'ACTIVE' where c.id = v_customer and c.status = 'RESTRICTED';
      return next v_customer;
    end if;
  end loop;
end $$;
grant execute on function operators.end_restrictions to console;
