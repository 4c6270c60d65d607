-- Carries out what two have signed. Refuses (P0001) what would not raise the limit the customer has.
create or replace function operators.apply_withdrawal_limit(p_request uuid, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := operators.must_be_approved(p_request, 'withdrawal.limit');
  v_customer uuid := (v_payload ->> 'customerId')::uuid;
  v_max numeric := (v_payload ->> 'most')::numeric * 1000000;
begin
  -- Two that are carried out at once come one after another.
  perform from accounts.customers c where c.id = v_customer for update;
  if not found or v_max <= coalesce(wallet.raised_limit(v_customer), wallet.verified_withdrawals()) then
    raise exception 'a limit is raised and never lowered' using errcode = 'P0001';
  end if;
  insert into wallet.withdrawal_limits (request_id, customer_id, max_amount, set_at) values (p_request, v_customer, v_max::bigint, p_at);
  update operators.change_requests q set status = 'APPLIED', applied_at = p_at where q.id = p_request;
  return v_max::bigint;
end $$;
grant execute on function operators.apply_withdrawal_limit to console;
