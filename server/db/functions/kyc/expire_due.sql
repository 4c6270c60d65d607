-- Ends those of some identifications that a document no longer proves, or that belong to an account that was closed: its
-- owner may come back. Time alone does it, never an operator. Returns what ended.
create or replace function kyc.expire_due(p_ids uuid[], p_today date, p_at timestamptz)
returns table (id uuid, customer_id uuid)
language sql security definer set search_path = '' as $$
  update kyc.identifications i set status = 'EXPIRED', decided_at = p_at, decided_by = null
  where i.id in (
    select v.id from kyc.identifications v join accounts.customers c on c.id = v.customer_id
    where v.id = any (p_ids) and v.status = 'VERIFIED' and (v.doc_expiry < p_today or c.status = 'CLOSED')
    order by v.doc_expiry for update of v skip locked)
  returning i.id, i.customer_id
$$;
grant execute on function kyc.expire_due to api;
