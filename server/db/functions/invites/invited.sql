-- Customers whose fees may earn a reward or did of late: invited after a time, of an inviter where one is given.
create or replace function invites.invited(p_after timestamptz, p_inviter uuid)
returns table (customer_id uuid, account_id bigint, inviter_id uuid, invited_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select c.id, c.account_id, c.invited_by, c.invited_at from accounts.customers c
  where c.invited_at > p_after and (p_inviter is null or c.invited_by = p_inviter)
$$;
grant execute on function invites.invited to api;
