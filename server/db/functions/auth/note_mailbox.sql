-- Records the mailbox of an address that is or was a customer's.
create or replace function auth.note_mailbox(p_customer uuid, p_email text) returns void
language sql security definer set search_path = '' as $$
  insert into auth.known_ways (customer_id, kind, way)
  values (p_customer, 'MAILBOX', sha256(convert_to(auth.mailbox_of(p_email), 'UTF8')))
  on conflict do nothing
$$;
grant execute on function auth.note_mailbox to api;
