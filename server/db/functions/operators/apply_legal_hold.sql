-- Carries out what two have signed: sets a hold, reviews it (with another day, and with a notice where that is permitted
-- by now), or lifts it. Returns whether the customer is notified; refuses (P0001) a customer in a state that does not allow it.
-- Lifted, it leaves an account frozen that its customer froze before: only its customer ends that, or the time that its
-- customer requested.
create or replace function operators.apply_legal_hold(p_request uuid, p_kind text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := operators.must_be_approved(p_request, p_kind);
  v_customer uuid := (v_payload ->> 'customerId')::uuid;
  v_tell boolean := (v_payload ->> 'tell')::boolean;
  v_status text;
  v_hold accounts.legal_holds;
begin
  select c.status into v_status from accounts.customers c where c.id = v_customer for update;
  select * into v_hold from accounts.legal_holds h where h.customer_id = v_customer and h.lifted_at is null for update;
  if v_status is null or v_tell is null or (p_kind = 'customer.hold') <> (v_hold.request_id is null)
    or (p_kind = 'customer.hold' and v_status not in ('ACTIVE', 'RESTRICTED', 'FROZEN_BY_USER'))
    -- A notice cannot be undone; a customer without one is notified by a signed review of the hold, before it is lifted.
    or (p_kind = 'customer.holdReview' and v_hold.tell and not v_tell)
    or (p_kind = 'customer.release' and v_hold.tell <> v_tell)
  then
    raise exception 'a customer who is % is not put under it', v_status using errcode = 'P0001';
  end if;
  update accounts.legal_holds h set lifted_by = p_request, lifted_at = p_at where h.request_id = v_hold.request_id;
  if p_kind = 'customer.release' then
    if v_hold.tell and v_status = 'LEGAL_HOLD' then
      update accounts.customers c set status = case
        when exists (select from operators.restrictions r where r.customer_id = v_customer) then 'RESTRICTED'
        when exists (select from auth.freezes f where f.customer_id = v_customer) then 'FROZEN_BY_USER'
        else 'ACTIVE' end
      where c.id = v_customer;
    end if;
    perform wallet.resume_withdrawals(v_customer, p_at);
  else
    insert into accounts.legal_holds (request_id, customer_id, reference, tell, file_id, review_on, laid_at)
    values (p_request, v_customer, v_payload ->> 'reference', v_tell, (v_payload ->> 'document')::uuid,
      (v_payload ->> 'reviewOn')::date, p_at);
    if v_tell then
      update accounts.customers c set status = 'LEGAL_HOLD' where c.id = v_customer and c.status not in ('LEGAL_HOLD', 'CLOSED');
    end if;
    perform wallet.hold_withdrawals(v_customer, p_at);
  end if;
  update operators.change_requests q set status = 'APPLIED', applied_at = p_at where q.id = p_request;
  return v_tell and v_tell is distinct from (v_hold.tell and p_kind = 'customer.holdReview');
end $$;
grant execute on function operators.apply_legal_hold to console;
