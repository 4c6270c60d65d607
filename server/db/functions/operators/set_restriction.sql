-- Restricts a customer for 72 hours by one operator's decision, or lifts a restriction (`p_reason` null). Returns the
-- status before, or `second_person_needed` where the customer is restricted already, or was by one operator alone in the
-- last 30 days. Raises P0001 for a customer who is neither ACTIVE nor RESTRICTED.
create or replace function operators.set_restriction(p_customer uuid, p_reason text, p_note text, p_operator uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_status text := (select c.status from accounts.customers c where c.id = p_customer for update);
begin
  if p_reason is null then
    if v_status is null or v_status not in ('ACTIVE', 'RESTRICTED') then
      raise exception 'a customer who is % is not restricted', v_status using errcode = 'P0001';
    end if;
    delete from operators.restrictions r where r.customer_id = p_customer;
    update accounts.customers c set status = 'ACTIVE' where c.id = p_customer and c.status <> 'ACTIVE';
    return v_status;
  end if;
  if exists (select from operators.restrictions r where r.customer_id = p_customer and r.ends_at > p_at)
    or exists (select from operators.restriction_log l
      where l.customer_id = p_customer and not l.by_two and l.ends_at > p_at - interval '30 days')
  then
    return 'second_person_needed';
  end if;
  return operators.write_restriction(row(p_customer, p_reason, p_note, p_at, p_at + interval '72 hours', p_operator, null)::operators.restrictions);
end $$;
grant execute on function operators.set_restriction to console;
