-- Pictures of documents are kept only while an operator may still need them: 90 days after a later form took the
-- place of theirs, and five years after the account was closed, which is what laws on money laundering requires. Returns the
-- forms whose time is over, with the pictures that no other form still shows; at most 100 at once.
create or replace function kyc.pictures_due(p_at timestamptz) returns table (id uuid, files uuid[])
language sql security definer set search_path = '' as $$
  select i.id, array(
      select f from unnest(kyc.pictures_of(i)) f
      where not exists (
        select from kyc.identifications j where j.id <> i.id and j.customer_id = i.customer_id
          and j.pictures_erased_at is null and f = any (kyc.pictures_of(j))))
  from kyc.identifications i join accounts.customers c on c.id = i.customer_id
  where i.pictures_erased_at is null and i.status <> 'PENDING_REVIEW' and (
    (i.decided_at < p_at - interval '90 days' and exists (
      select from kyc.identifications n where n.customer_id = i.customer_id and n.number > i.number))
    or (c.status = 'CLOSED' and c.closed_at < p_at - interval '5 years'))
  order by i.decided_at limit 100
$$;
grant execute on function kyc.pictures_due to console;
