-- The approved request of a kind, held until the transaction ends; refuses (P0001) any that two persons have not signed.
create or replace function operators.must_be_approved(p_request uuid, p_kind text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_request operators.change_requests;
begin
  select * into v_request from operators.change_requests q where q.id = p_request for update;
  if not found or v_request.kind <> p_kind or v_request.status <> 'APPROVED' or v_request.decided_by is null
    or v_request.decided_by = v_request.proposed_by
  then
    raise exception 'no approved % with this number', p_kind using errcode = 'P0001';
  end if;
  return v_request.payload::jsonb;
end $$;
