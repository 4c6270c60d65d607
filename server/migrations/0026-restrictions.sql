-- Customers who may not open new orders: those whom an operator restricted, whose withdrawals stay open, and those whom the
-- order of a court or an authority holds, by two operators who signed its reference. A hold alone stops trading and
-- withdrawing.

-- Whom an operator restricted, and why.
create table operators.restrictions (
  customer_id uuid primary key references accounts.customers,
  reason text not null check (reason ~ '^[A-Z_]{3,40}$'),
  note text not null check (length(note) between 3 and 500),
  at timestamptz not null,
  operator_id uuid not null references operators.operators
);

-- Restricts a customer, or lifts it. Who may have lost the account to somebody else has no session left: whoever is in has
-- to sign in again. Answers the status before; refuses (P0001) one that is neither ACTIVE nor RESTRICTED.
create function operators.set_restriction(p_customer uuid, p_reason text, p_note text, p_operator uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
begin
  select c.status into v_status from accounts.customers c where c.id = p_customer for update;
  if v_status is null or v_status not in ('ACTIVE', 'RESTRICTED') then
    raise exception 'a customer who is % is not restricted', v_status using errcode = 'P0001';
  end if;
  if p_reason is null then
    delete from operators.restrictions r where r.customer_id = p_customer;
    update accounts.customers c set status = 'ACTIVE' where c.id = p_customer and c.status <> 'ACTIVE';
  else
    insert into operators.restrictions (customer_id, reason, note, at, operator_id)
    values (p_customer, p_reason, p_note, p_at, p_operator)
    on conflict (customer_id) do update
      set reason = excluded.reason, note = excluded.note, at = excluded.at, operator_id = excluded.operator_id;
    update accounts.customers c set status = 'RESTRICTED' where c.id = p_customer and c.status <> 'RESTRICTED';
    if p_reason = 'ACCOUNT_TAKEOVER' then
      perform auth.end_sessions(p_customer, null, null);
    end if;
  end if;
  return v_status;
end $$;

-- Puts a customer under an order that two have signed, or takes the hold away; marks the request as applied. Answers the
-- status before; refuses (P0001) a customer in a state that does not allow it. Taken away, it leaves an account frozen that
-- its customer froze before: only its customer ends that, or the time that its customer asked for.
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
    when exists (select from auth.freezes f where f.customer_id = v_customer) then 'FROZEN_BY_USER'
    else 'ACTIVE' end
  where c.id = v_customer;
  update operators.change_requests q set status = 'APPLIED', applied_at = p_at where q.id = p_request;
  return v_status;
end $$;

-- Who may open no new orders, and why.
create index customers_on_hold on accounts.customers (id) where status = 'LEGAL_HOLD';
create view operators.stopped as
  select r.customer_id, r.reason from operators.restrictions r
  where not exists (select from accounts.customers c where c.id = r.customer_id and c.status = 'LEGAL_HOLD')
  union all
  select c.id, 'LEGAL_HOLD' from accounts.customers c where c.status = 'LEGAL_HOLD';

revoke all on all functions in schema operators from public;
grant execute on function operators.set_restriction, operators.apply_legal_hold to console;
grant select on operators.restrictions to console, api;
grant select on operators.stopped to api;
