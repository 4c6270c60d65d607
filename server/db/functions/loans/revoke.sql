-- The customer revokes a clause; whether it was signed. Its row is locked as a collection locks it, so that nothing is taken
-- by it from the commit on. Revoked again, it stays as it was.
create or replace function loans.revoke(p_id uuid, p_customer uuid, p_clause text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from accounts.customers c where c.id = p_customer for no key update;
  perform 1 from loans.loans l where l.id = p_id and l.customer_id = p_customer
    and case p_clause when 'STANDING_ORDER' then l.standing_order when 'SET_OFF' then l.set_off else false end for update;
  if not found then return false; end if;
  insert into loans.revocations (loan_id, clause, at) values (p_id, p_clause, p_at) on conflict do nothing;
  return true;
end $$;
grant execute on function loans.revoke to api;
