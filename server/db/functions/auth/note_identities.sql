create or replace function auth.note_identities() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_customer uuid := coalesce(new.customer_id, old.customer_id);
begin
  update accounts.customers c
  set social = (select coalesce(array_agg(i.provider order by i.provider), '{}') from auth.identities i where i.customer_id = v_customer)
  where c.id = v_customer;
  if tg_op = 'INSERT' then
    insert into auth.known_ways (customer_id, kind, way)
    values (v_customer, 'IDENTITY', sha256(convert_to(new.issuer || ' ' || new.subject, 'UTF8')))
    on conflict do nothing;
  end if;
  return null;
end $$;
