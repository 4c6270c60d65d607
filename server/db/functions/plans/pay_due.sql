-- Pays the oldest yields that are due, one of a position and at most so many: each by an entry of the time it was due, and
-- with the last one the principal. A position that another call has locked is left for the next round, so that any number
-- of processes may pay at once. Returns how many were paid, what accounts they were of, and which positions ended.
create or replace function plans.pay_due(p_now timestamptz, p_limit integer, out paid integer, out accounts bigint[], out ended uuid[])
-- The planner cannot know how many are due and would read the whole table for a large batch.
language plpgsql security definer set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_ids uuid[]; v_amounts bigint[]; v_released bigint[]; v_dues timestamptz[]; v_products uuid[]; v_ended boolean[];
begin
  select array_agg(d.account_id), array_agg(d.id), array_agg(d.daily_yield), array_agg(d.next_due),
    array_agg(case when d.last then d.principal else 0 end), array_agg(d.product_id), array_agg(d.last)
  into accounts, v_ids, v_amounts, v_dues, v_released, v_products, v_ended
  from (
    select p.account_id, p.id, p.daily_yield, p.next_due, p.principal, p.product_id, p.paid_days + 1 = p.days as last
    from plans.positions p where p.status = 'EARNING' and p.next_due <= p_now
    order by p.next_due limit p_limit for no key update skip locked) d;
  paid := coalesce(cardinality(accounts), 0);
  ended := '{}';
  if paid = 0 then accounts := '{}'; return; end if;

  if true = any (v_ended) then
    ended := (select array_agg(e.id) from unnest(v_ids, v_ended) e(id, last) where e.last);
    perform 1 from plans.products p where p.id = any (v_products) order by p.id for no key update;
    update plans.products p set sold = p.sold - s.principal
    from (select r.product_id, sum(r.released)::bigint as principal from unnest(v_products, v_released) r(product_id, released)
      group by 1) s
    where p.id = s.product_id and s.principal > 0;
  end if;
  update plans.positions p set paid_days = p.paid_days + 1,
    next_due = case when d.last then null else p.next_due + interval '24 hours' end,
    status = case when d.last then 'COMPLETED' else 'EARNING' end,
    returned = case when d.last then p.principal end, ended_at = case when d.last then d.due end
  from unnest(accounts, v_ids, v_dues, v_ended) d(account_id, id, due, last)
  where p.account_id = d.account_id and p.id = d.id;
  perform ledger.pay_held(ledger.account_named('reserve:yield'), 1::smallint, 'plan.yield', v_ids, accounts, v_amounts,
    v_released, v_dues);
  update plans.totals t set positions = t.positions - cardinality(ended), principal = t.principal - s.released,
    owed = t.owed - s.amount, paid = t.paid + s.amount
  from (select sum(r.released)::bigint as released, sum(r.amount)::bigint as amount
    from unnest(v_released, v_amounts) r(released, amount)) s;
end $$;
grant execute on function plans.pay_due to api;
