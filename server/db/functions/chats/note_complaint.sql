-- Marks in a conversation of the customer that a complaint was made from it, once a complaint. False where it is not theirs.
create or replace function chats.note_complaint(p_chat uuid, p_customer uuid, p_params jsonb, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from chats.conversations c where c.id = p_chat and c.customer_id = p_customer for update;
  if not found then return false; end if;
  if not exists (select from chats.messages m where m.conversation_id = p_chat and m.event = 'COMPLAINT' and m.params = p_params) then
    perform chats.append(p_chat, jsonb_build_object('author', 'SYSTEM', 'event', 'COMPLAINT', 'params', p_params), p_now);
  end if;
  return true;
end $$;
grant execute on function chats.note_complaint to api;
