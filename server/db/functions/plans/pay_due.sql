-- Pays the oldest yields that are due from a time on, one of a position and at most so many: each by an entry of the time
-- it was due, and with the last one the principal. A position that another call has locked is left for the next round, so
-- that any number of processes may pay at once. Returns how many were paid, what accounts they were of, which positions
-- ended, and when the last of them was due: from there the next call goes on, since a scan from the beginning would step
-- over the index entries of everything that was paid before. Where `p_only` is given, no other position is paid.
create or replace function plans.pay_due(p_from timestamptz, p_now timestamptz, p_limit integer, p_only uuid[] default null,
  out paid integer, out accounts bigint[], out ended uuid[], out last_due timestamptz)
-- The planner cannot know how many are due and would read the whole table for a large batch.
language plpgsql security definer set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_ids uuid[]; v_amounts bigint[]; v_released bigint[]; v_dues timestamptz[]; v_products uuid[]; v_ended boolean[];
  v_rows tid[]; v_updated integer;
begin
  select array_agg(d.account_id), array_agg(d.id), array_agg(d.daily_yield), array_agg(d.next_due),
    array_agg(case when d.last then d.principal else 0 end), array_agg(d.product_id), array_agg(d.last), array_agg(d.ctid),
    max(d.next_due)
  into accounts, v_ids, v_amounts, v_dues, v_released, v_products, v_ended, v_rows, last_due
  from (
    select p.ctid, p.account_id, p.id, p.daily_yield, p.next_due, p.principal, p.product_id, p.paid_days + 1 = p.days as last
    from plans.positions p where p.status = 'EARNING' and p.next_due between p_from and p_now
      and (p_only is null or p.id = any (p_only))
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
  from unnest(v_rows, v_dues, v_ended) d(place, due, last)
  where p.ctid = d.place;
  get diagnostics v_updated = row_count;
  if v_updated <> paid then raise exception 'a locked position has moved' using errcode = 'P0001'; end if;
  perform ledger.pay_held(ledger.account_named('reserve:yield'), 1::smallint, 'plan.yield', v_ids, accounts, v_amounts,
    v_released, v_dues);
  update plans.totals t set positions = t.positions - cardinality(ended), principal = t.principal - s.released,
    owed = t.owed - s.amount, paid = t.paid + s.amount
  from (select sum(r.released)::bigint as released, sum(r.amount)::bigint as amount
    from unnest(v_released, v_amounts) r(released, amount)) s;
end $$;
grant execute on function plans.pay_due to api;
