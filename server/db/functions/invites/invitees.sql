-- Whom a customer invited, newest first, and how many there are.
create or replace function invites.invitees(p_inviter uuid, p_limit integer, p_offset integer)
returns table (id uuid, username text, invited_at timestamptz, created_at timestamptz, verified boolean, country text, total integer)
language sql stable security definer set search_path = '' as $$
  select c.id, c.username, c.invited_at, c.created_at, c.kyc_status = 'VERIFIED', c.country, (count(*) over ())::int
  from accounts.customers c where c.invited_by = p_inviter order by c.invited_at desc, c.id limit p_limit offset p_offset
$$;
grant execute on function invites.invitees to api;
