-- Pays an inviter what is due on a Monday, once: the rewards of the weeks before it of those customers who may be paid for,
-- the oldest first, where they reach the minimum of a payment, and at most the maximum of a month. What is left waits for
-- the next Monday. `p_held` holds rewards for review: the ids of the reviews, their customers, and the findings, texts of
-- names with commas. Outcomes: `done` · `gone`: that Monday was dealt with. Returns what was paid and which reviews were opened.
create or replace function invites.pay(
  p_inviter uuid, p_account bigint, p_due timestamptz, p_payment uuid, p_payable uuid[],
  p_reviews uuid[], p_reviewed uuid[], p_signals text[], p_review_due timestamptz, p_min bigint, p_max_month bigint, p_now timestamptz,
  out outcome text, out paid bigint, out opened uuid[])
language plpgsql security definer set search_path = '' as $$
declare
  v_revenue bigint := ledger.account_named('revenue:contracts');
  v_week date := (p_due at time zone 'UTC')::date;
  v_left bigint;
  v_invitees uuid[]; v_weeks date[]; v_amounts bigint[];
begin
  paid := 0;
  opened := '{}';
  -- Beside keep_fees, which adds to rewards.
  perform pg_advisory_xact_lock(hashtextextended('invites.fees', 0));
  perform from invites.paydays d where d.inviter_id = p_inviter and d.next_at = p_due for update;
  if not found or p_due > p_now then outcome := 'gone'; return; end if;
  if not exists (select from accounts.customers c where c.id = p_inviter and c.account_id = p_account) then
    raise exception 'the account is not of this customer' using errcode = 'restrict_violation';
  end if;
  outcome := 'done';

  with wanted as (
    select * from unnest(p_reviews, p_reviewed, p_signals) w(id, invitee_id, signals)),
  written as (
    insert into invites.reviews (id, invitee_id, inviter_id, signals, opened_at, due_at)
    select w.id, w.invitee_id, p_inviter, string_to_array(w.signals, ','), p_now, p_review_due from wanted w
    where exists (select from invites.rewards r where r.invitee_id = w.invitee_id and r.inviter_id = p_inviter
      and r.status = 'ACCRUED' and r.week < v_week)
    on conflict do nothing returning id)
  select coalesce(array_agg(w.id), '{}') into opened from written w;
  update invites.rewards r set status = 'HELD', review_id = v.id
  from invites.reviews v
  where v.invitee_id = r.invitee_id and v.status = 'OPEN' and r.inviter_id = p_inviter and r.status = 'ACCRUED' and r.week < v_week;

  -- A fee below a tenth of a unit earns nothing.
  update invites.rewards r set status = 'PAID' where r.inviter_id = p_inviter and r.week < v_week and r.status = 'ACCRUED' and r.amount = 0;
  v_left := p_max_month - coalesce((select sum(p.amount) from invites.payments p where p.inviter_id = p_inviter
    and date_trunc('month', p.due_at, 'UTC') = date_trunc('month', p_due, 'UTC')), 0);
  with due as (
    select r.invitee_id, r.week, r.amount - r.paid as unpaid,
      sum(r.amount - r.paid) over (order by r.week, r.invitee_id) - (r.amount - r.paid) as before,
      sum(r.amount - r.paid) over () as total
    from invites.rewards r left join invites.reviews v on v.id = r.review_id
    where r.inviter_id = p_inviter and r.week < v_week and r.amount > r.paid and r.invitee_id = any (p_payable)
      and (r.status = 'ACCRUED' or (r.status = 'HELD' and v.status = 'RELEASED')))
  select array_agg(d.invitee_id), array_agg(d.week), array_agg(least(d.unpaid, v_left - d.before)::bigint),
    coalesce(sum(least(d.unpaid, v_left - d.before)), 0)
  into v_invitees, v_weeks, v_amounts, paid from due d where d.total >= p_min and v_left > d.before;

  if paid > 0 then
    insert into invites.payments (id, inviter_id, account_id, due_at, amount, paid_at)
    values (p_payment, p_inviter, p_account, p_due, paid, p_now);
    insert into invites.payment_parts (payment_id, invitee_id, week, amount)
    select p_payment, p.invitee_id, p.week, p.amount from unnest(v_invitees, v_weeks, v_amounts) p(invitee_id, week, amount);
    update invites.rewards r set paid = r.paid + p.amount, status = case when r.paid + p.amount = r.amount then 'PAID' else r.status end
    from unnest(v_invitees, v_weeks, v_amounts) p(invitee_id, week, amount)
    where r.invitee_id = p.invitee_id and r.week = p.week;
    perform ledger.credit_house(v_revenue, 1::smallint, -paid);
    perform ledger.shift(array[p_account], array[1]::smallint[], array[paid], array[0::bigint]);
    perform ledger.enter(array[row(null, 'invite.reward', p_payment, p_account, array[p_account, v_revenue],
      array[1, 1]::smallint[], array[paid, -paid])::ledger.new_entry], p_now);
  end if;
  update invites.paydays d set next_at = d.next_at + interval '7 days' where d.inviter_id = p_inviter;
end $$;
grant execute on function invites.pay to api;
