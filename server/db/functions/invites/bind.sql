-- Binds a customer to the one whose code it is, for good. Outcomes: `done` · `unknown` code · `own` code · `bound` already ·
-- `late`: more than so many days after the registration · `loop`: the inviter was invited, over however many, by the customer.
create or replace function invites.bind(p_customer uuid, p_code text, p_days integer, p_now timestamptz, out outcome text, out inviter uuid)
language plpgsql security definer set search_path = '' as $$
declare
  v_customer accounts.customers;
begin
  -- One at a time: two who bind each other at once would make a loop.
  perform pg_advisory_xact_lock(hashtextextended('invites.bind', 0));
  select * into v_customer from accounts.customers c where c.id = p_customer for no key update;
  select c.id into inviter from accounts.customers c where c.invite_code = p_code and c.status <> 'CLOSED';
  outcome := case
    when inviter is null then 'unknown'
    when inviter = p_customer then 'own'
    when v_customer.invited_by is not null then 'bound'
    when p_now >= v_customer.created_at + make_interval(days => p_days) then 'late'
    when exists (
      with recursive above as (
        select inviter as id
        union
        select c.invited_by from above a join accounts.customers c on c.id = a.id where c.invited_by is not null)
      select from above a where a.id = p_customer) then 'loop'
    else 'done' end;
  if outcome = 'done' then
    update accounts.customers c set invited_by = inviter, invited_at = p_now where c.id = p_customer;
  end if;
end $$;
grant execute on function invites.bind to api;
