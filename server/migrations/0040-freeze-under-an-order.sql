-- As in 0026, and lifting an order leaves an account frozen that its customer froze before: only its customer ends that, or
-- the time that its customer asked for.
create or replace function operators.apply_legal_hold(p_request uuid, p_kind text, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := operators.must_be_approved(p_request, p_kind);
  v_customer uuid := (v_payload ->> 'customerId')::uuid;
  v_status text;
begin
  select c.status into v_status from accounts.customers c where c.id = v_customer for update;
  if v_status is null or length(v_payload ->> 'reference') < 3
    or (p_kind = 'customer.hold') <> (v_status in ('ACTIVE', 'RESTRICTED', 'FROZEN_BY_USER'))
    or (p_kind = 'customer.release' and v_status <> 'LEGAL_HOLD')
  then
    raise exception 'a customer who is % is not put under it', v_status using errcode = 'P0001';
  end if;
  update accounts.customers c set status = case
    when p_kind = 'customer.hold' then 'LEGAL_HOLD'
    when exists (select from operators.restrictions r where r.customer_id = v_customer) then 'RESTRICTED'
    when exists (select from auth.freezes f where f.customer_id = v_customer) then 'FROZEN_BY_USER'
    else 'ACTIVE' end
  where c.id = v_customer;
  update operators.change_requests q set status = 'APPLIED', applied_at = p_at where q.id = p_request;
  return v_status;
end $$;
