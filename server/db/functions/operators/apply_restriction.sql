-- Restricts a customer for the days that two operators have signed, from now on; marks the request as applied. Returns and
-- raises what operators.write_restriction does.
create or replace function operators.apply_restriction(p_request uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := operators.must_be_approved(p_request, 'customer.restrict');
  v_request operators.change_requests;
  v_status text;
begin
  select * into strict v_request from operators.change_requests q where q.id = p_request;
  if (v_payload ->> 'days')::integer not between 1 and 90 then
    raise exception 'a restriction ends within 90 days' using errcode = 'P0001';
  end if;
  v_status := operators.write_restriction(row((v_payload ->> 'customerId')::uuid, v_payload ->> 'reasonCode', v_request.reason, p_at,
    p_at + make_interval(days => (v_payload ->> 'days')::integer), v_request.proposed_by, p_request)::operators.restrictions);
  update operators.change_requests q set status = 'APPLIED', applied_at = p_at where q.id = p_request;
  return v_status;
end $$;
grant execute on function operators.apply_restriction to console;
