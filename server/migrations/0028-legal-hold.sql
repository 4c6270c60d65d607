-- The one state that stops trading and withdrawing: by the order of a court or an authority, whose reference two operators
-- have signed.
alter table operators.change_requests drop constraint change_requests_kind_check;
alter table operators.change_requests add constraint change_requests_kind_check check (kind in (
  'role.grant', 'role.revoke', 'operator.invite', 'operator.end', 'params', 'adjustment', 'reserve.topUp',
  'customer.hold', 'customer.release'));

-- Puts a customer under an order that two have signed, or takes the hold away; marks the request as applied. Answers the
-- status before; refuses (P0001) a customer in a state that does not allow it.
create function operators.apply_legal_hold(p_request uuid, p_kind text, p_at timestamptz) returns text
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
    else 'ACTIVE' end
  where c.id = v_customer;
  update operators.change_requests q set status = 'APPLIED', applied_at = p_at where q.id = p_request;
  return v_status;
end $$;
revoke all on function operators.apply_legal_hold from public;
grant execute on function operators.apply_legal_hold to console;

-- Who may open no new orders, and why.
create index customers_on_hold on accounts.customers (id) where status = 'LEGAL_HOLD';
create view operators.stopped as
  select r.customer_id, r.reason from operators.restrictions r
  where not exists (select from accounts.customers c where c.id = r.customer_id and c.status = 'LEGAL_HOLD')
  union all
  select c.id, 'LEGAL_HOLD' from accounts.customers c where c.status = 'LEGAL_HOLD';
grant select on operators.stopped to api;
