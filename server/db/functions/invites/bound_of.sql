-- Who invited a customer, and when that was bound; no row where there is no inviter.
create or replace function invites.bound_of(p_customer uuid)
returns table (inviter_id uuid, username text, invited_at timestamptz, country text)
language sql stable security definer set search_path = '' as $$
  select i.id, i.username, c.invited_at, i.country
  from accounts.customers c join accounts.customers i on i.id = c.invited_by where c.id = p_customer
$$;
grant execute on function invites.bound_of to api, console;
