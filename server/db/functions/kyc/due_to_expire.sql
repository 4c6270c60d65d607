-- Identifications whose document has ended, or whose owner has closed the account; at most 500, the oldest document first.
create or replace function kyc.due_to_expire(p_today date) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select v.id from kyc.identifications v join accounts.customers c on c.id = v.customer_id
  where v.status = 'VERIFIED' and (v.doc_expiry < p_today or c.status = 'CLOSED')
  order by v.doc_expiry limit 500
$$;
grant execute on function kyc.due_to_expire to api;
