-- Those of some conversations with a reply that their customer has not read for a while: each reply is claimed once, to be
-- notified of in the caller's transaction.
create or replace function chats.take_unread(p_ids uuid[], p_before timestamptz)
returns table (chat_id uuid, customer_id uuid, email text, lang text, seq integer)
language plpgsql security definer set search_path = '' as $$
begin
  return query
    with due as (
      select c.id from chats.conversations c
      where c.id = any (p_ids) and c.agent_seq > c.customer_read and c.agent_seq > c.noticed_seq and c.agent_at <= p_before
      for update skip locked)
    update chats.conversations c set noticed_seq = c.agent_seq from due
    where c.id = due.id
    returning c.id, c.customer_id, (select g.email from chats.guests g where g.id = c.guest_id), c.lang, c.agent_seq;
end $$;
grant execute on function chats.take_unread to api;
