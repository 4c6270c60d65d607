-- Ends a position before its last day, as in proofs/plans/early-exit: pays what was due and not paid yet, takes the penalty
-- for the reserve, and gives back the rest of the principal and, to the reserve, what was set aside for days that do not
-- come. No state of a product or of the installation is checked. Outcomes: `done` · `missing` · `ended` · `changed`: the
-- penalty is not the one expected; the result has both.
create or replace function plans.exit(
  p_account bigint, p_id uuid, p_expected bigint, p_now timestamptz, out outcome text, out penalty bigint)
language plpgsql security definer set search_path = '' as $$
declare
  v_reserve bigint := ledger.account_named('reserve:yield');
  v_position plans.positions;
  v_at timestamptz;
  v_done integer;
  v_unpaid integer;
  v_rest bigint;
begin
  select * into v_position from plans.positions p where p.account_id = p_account and p.id = p_id for no key update;
  if not found then outcome := 'missing'; return; end if;
  -- A clock that was set back removes no day.
  v_at := greatest(p_now, v_position.started_at + make_interval(hours => 24 * v_position.paid_days));
  if v_position.status <> 'EARNING' or v_at >= v_position.started_at + make_interval(hours => 24 * v_position.days) then
    outcome := 'ended'; return;
  end if;
  v_done := floor(extract(epoch from v_at - v_position.started_at) / 86400);
  penalty := case when v_at < v_position.started_at + make_interval(hours => v_position.cooling_hours) then 0
    else ceil(v_position.principal::numeric * v_position.penalty_ppm * (v_position.days - v_done) / (1000000 * v_position.days::numeric)) end;
  if penalty is distinct from p_expected then outcome := 'changed'; return; end if;

  update plans.products p set sold = p.sold - v_position.principal where p.id = v_position.product_id;
  v_unpaid := v_done - v_position.paid_days;
  if v_unpaid > 0 then
    perform ledger.pay_held(v_reserve, 1::smallint, 'plan.yield', array_fill(p_id, array[v_unpaid]),
      array_fill(p_account, array[v_unpaid]), array_fill(v_position.daily_yield, array[v_unpaid]), array_fill(0::bigint, array[v_unpaid]),
      (select array_agg(v_position.started_at + make_interval(hours => 24 * n) order by n)
        from generate_series(v_position.paid_days + 1, v_done) n));
  end if;
  v_rest := v_position.daily_yield * (v_position.days - v_done);
  perform ledger.shift(array[v_reserve, p_account], array[1, 1]::smallint[],
    array[v_rest + penalty, v_position.principal - penalty], array[-v_rest, -v_position.principal]);
  if penalty > 0 then
    perform ledger.enter(array[row(null, 'plan.penalty', p_id, p_account, array[p_account, v_reserve], array[1, 1]::smallint[],
      array[-penalty, penalty])::ledger.new_entry], v_at);
  end if;
  update plans.positions p set paid_days = v_done, next_due = null, status = 'EXITED', penalty = exit.penalty,
    returned = v_position.principal - exit.penalty, ended_at = v_at
  where p.account_id = p_account and p.id = p_id;
  update plans.totals t set positions = t.positions - 1, principal = t.principal - v_position.principal,
    owed = t.owed - v_position.daily_yield * (v_position.days - v_position.paid_days),
    paid = t.paid + v_position.daily_yield * v_unpaid, penalties = t.penalties + exit.penalty;
  outcome := 'done';
end $$;
grant execute on function plans.exit to api;
