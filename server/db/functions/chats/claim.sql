-- Assigns the conversations of a guest to the customer who signed in. One that is not closed is left where the customer has one
-- already, and is closed when its time ends. Returns whether any was assigned.
create or replace function chats.claim(p_guest uuid, p_customer uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of chats.post_messages.
  perform pg_advisory_xact_lock(hashtextextended('chats.owner ' || least(p_guest::text, p_customer::text), 0));
  perform pg_advisory_xact_lock(hashtextextended('chats.owner ' || greatest(p_guest::text, p_customer::text), 0));
  update chats.conversations c set customer_id = p_customer, guest_id = null
  where c.guest_id = p_guest and (c.status = 'CLOSED' or not exists (
    select from chats.conversations o where o.customer_id = p_customer and o.status <> 'CLOSED'));
  return found;
end $$;
grant execute on function chats.claim to api;
