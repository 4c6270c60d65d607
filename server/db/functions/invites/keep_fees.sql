-- Keeps fees that invited customers paid, each once: those of the first 180 days from the binding on, the last instant
-- excluded. `closed` means that a country closes the programme to one of the two. Their rewards are added to the week; a week
-- that was paid, held or refused takes no more, and a fee of it counts with the present one. `p_read_to` is up to when
-- closings were read. Returns how many were new.
create or replace function invites.keep_fees(p_fees invites.new_fee[], p_days integer, p_read_to timestamptz)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_kept integer;
begin
  -- One at a time, so that no two add to one week.
  perform pg_advisory_xact_lock(hashtextextended('invites.fees', 0));
  with given as (
    select f.*, c.id as invitee_id, c.invited_by as inviter_id,
      case when f.closed then 'COUNTRY'
        when exists (select from invites.reviews v where v.invitee_id = c.id and v.status = 'REFUSED') then 'REFUSED' end as off
    from unnest(p_fees) f join accounts.customers c on c.account_id = f.account_id
    where f.at >= c.invited_at and f.at < c.invited_at + make_interval(days => p_days) and f.fee > 0),
  -- The weeks before the next payday are paid or final.
  placed as (
    select g.*, greatest(invites.week_of(g.at),
      coalesce((select (d.next_at at time zone 'UTC')::date - 7 from invites.paydays d where d.inviter_id = g.inviter_id), 'epoch'::date)) as week
    from given g),
  kept as (
    insert into invites.fees (kind, ref, order_no, account_id, invitee_id, inviter_id, at, fee, reward, off, week)
    select p.kind, p.ref, p.order_no, p.account_id, p.invitee_id, p.inviter_id, p.at, p.fee,
      case when p.off is null then p.fee / 10 else 0 end, p.off, p.week from placed p
    on conflict do nothing returning *),
  days as (
    insert into invites.paydays (inviter_id, next_at)
    select k.inviter_id, (min(k.week) + 7)::timestamp at time zone 'UTC' from kept k where k.off is null group by 1 order by 1
    on conflict do nothing),
  added as (
    insert into invites.rewards as r (invitee_id, week, inviter_id, fees, amount)
    select k.invitee_id, k.week, k.inviter_id, sum(k.fee), sum(k.reward) from kept k where k.off is null group by 1, 2, 3 order by 1, 2
    on conflict (invitee_id, week) do update set fees = r.fees + excluded.fees, amount = r.amount + excluded.amount)
  select count(*) into v_kept from kept;
  update invites.progress g set read_to = greatest(g.read_to, p_read_to) where p_read_to is not null;
  return v_kept;
end $$;
grant execute on function invites.keep_fees to api;
