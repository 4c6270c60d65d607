-- When customers were bound to who invited them; no row of a customer without an inviter.
create or replace function invites.bound_at(p_customers uuid[]) returns table (customer_id uuid, bound_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select c.id, c.invited_at from accounts.customers c where c.id = any(p_customers) and c.invited_by is not null
$$;
grant execute on function invites.bound_at to api;
