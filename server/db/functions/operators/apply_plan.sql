-- Carries out what two have signed about products of plans: a new one with the texts given for it, or a state of one. Refuses
-- (P0001, 23001 of its guard) what does not follow from how it is by now. It reaches no position.
create or replace function operators.apply_plan(p_request uuid, p_kind text, p_names jsonb, p_sources jsonb, p_at timestamptz)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_values jsonb := operators.must_be_approved(p_request, p_kind);
begin
  if p_kind = 'plan.product' then
    perform plans.open_product(p_request, v_values, p_names, p_sources, p_at);
  elsif p_kind <> 'plan.state'
    or coalesce(plans.set_state((v_values ->> 'plan')::uuid, v_values ->> 'state'), v_values ->> 'state') = v_values ->> 'state'
  then
    raise exception 'no product that becomes that' using errcode = 'P0001';
  end if;
  update operators.change_requests q set status = 'APPLIED', applied_at = p_at where q.id = p_request;
end $$;
grant execute on function operators.apply_plan to console;
