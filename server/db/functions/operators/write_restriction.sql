-- Writes a restriction. A customer who may have lost the account keeps no session: every device has to sign in
-- again. Returns the status before; raises P0001 for a customer who is neither ACTIVE nor RESTRICTED.
create or replace function operators.write_restriction(p_new operators.restrictions) returns text
language plpgsql set search_path = '' as $$
declare
  v_status text := (select c.status from accounts.customers c where c.id = p_new.customer_id for update);
begin
  if v_status is null or v_status not in ('ACTIVE', 'RESTRICTED') then
    raise exception 'a customer who is % is not restricted', v_status using errcode = 'P0001';
  end if;
  delete from operators.restrictions r where r.customer_id = p_new.customer_id;
  insert into operators.restrictions select p_new.*;
  insert into operators.restriction_log (customer_id, reason, at, ends_at, by_two)
  values (p_new.customer_id, p_new.reason, p_new.at, p_new.ends_at, p_new.request_id is not null);
  update accounts.customers c set status = 'RESTRICTED' where c.id = p_new.customer_id and c.status <> 'RESTRICTED';
  if p_new.reason = 'ACCOUNT_TAKEOVER' then
    perform auth.end_sessions(p_new.customer_id, null, null);
  end if;
  return v_status;
end $$;
