-- Which providers a customer signs in with stands with the customer, whose record every answer shows.
alter table accounts.customers add column social text[] not null default '{}';

create function auth.note_identities() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_customer uuid := coalesce(new.customer_id, old.customer_id);
begin
  update accounts.customers c
  set social = (select coalesce(array_agg(i.provider order by i.provider), '{}') from auth.identities i where i.customer_id = v_customer)
  where c.id = v_customer;
  return null;
end $$;
create trigger identities_noted after insert or delete on auth.identities
  for each row execute function auth.note_identities();

update accounts.customers c
set social = (select array_agg(i.provider order by i.provider) from auth.identities i where i.customer_id = c.id)
where exists (select 1 from auth.identities i where i.customer_id = c.id);
