-- What a customer's record shows beside what 0003 and 0018 gave it, and when what protects an account was last changed.

-- A contact: nobody signs in by it, and no code goes to it.
alter table accounts.customers
  add column phone text check (phone ~ '^\+(1|49|55|60|61|64|65|66|81|86|91|852|886)[0-9]{5,12}$' and length(phone) <= 16);
create unique index customers_phone on accounts.customers (phone);

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

-- When password, second factor or e-mail of a customer were last changed: withdrawals to new addresses wait after it.
create table auth.security_changes (
  customer_id uuid primary key references accounts.customers,
  changed_at timestamptz not null,
  what text not null check (what in ('PASSWORD', 'SECOND_FACTOR', 'EMAIL'))
);
grant select, insert, update on auth.security_changes to api;
