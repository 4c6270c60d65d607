-- Adds a product and opens it, from the values that two operators signed; the one that it replaces closes in the same
-- statement, and no position of it is touched. Amounts and rates are decimal text in the values: USDT and per cent.
create or replace function plans.open_product(p_request uuid, p_values jsonb, p_names jsonb, p_sources jsonb, p_at timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  v_days integer := (p_values ->> 'days')::integer;
  v_daily integer := (p_values ->> 'dailyRate')::numeric * 10000;
  v_penalty integer := (p_values ->> 'penaltyRate')::numeric * 10000;
  v_replaces uuid := (p_values ->> 'replaces')::uuid;
begin
  if v_replaces is not null then
    -- Two proposals of other values for one product wait for its lock: the second finds it closed.
    perform from plans.products p where p.id = v_replaces and p.status = 'OPEN' for no key update;
    if not found then raise exception 'what it replaces is not open' using errcode = 'P0001'; end if;
    perform plans.set_state(v_replaces, 'CLOSED_TO_NEW');
  end if;
  insert into plans.products (id, names, sources, days, daily_ppm, penalty_ppm, cooling_hours, min_amount, max_amount, capacity,
    terms_hash, status, at, request_id, replaces, board, board_reason)
  values (p_request, p_names, p_sources, v_days, v_daily, v_penalty, 24, (p_values ->> 'min')::numeric * 1000000,
    (p_values ->> 'max')::numeric * 1000000, (p_values ->> 'capacity')::numeric * 1000000,
    plans.terms_hash(p_request, v_days, v_daily, v_penalty, 24), 'OPEN', p_at, p_request, v_replaces,
    p_values ->> 'board', p_values ->> 'boardReason');
end $$;
