-- Adds a message to a conversation that the caller holds, under the next number, and notifies every process: the notification is
-- sent with the commit, and a process that missed it reads the message by its number. Internal: no role is granted it.
create or replace function chats.append(p_chat uuid, p_message jsonb, p_now timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_seq integer;
begin
  update chats.conversations c set last_seq = c.last_seq + 1, changed_at = p_now where c.id = p_chat returning c.last_seq into v_seq;
  insert into chats.messages (conversation_id, seq, author, operator_id, client_id, text, event, params, files, documents, at)
  values (p_chat, v_seq, p_message ->> 'author', (p_message ->> 'operator')::uuid, p_message ->> 'clientId',
    coalesce(p_message ->> 'text', ''), p_message ->> 'event', coalesce(p_message -> 'params', '{}'),
    array(select jsonb_array_elements_text(coalesce(p_message -> 'files', '[]')))::uuid[],
    array(select jsonb_array_elements_text(coalesce(p_message -> 'documents', '[]')))::uuid[], p_now);
  perform pg_notify('chats', p_chat::text);
  return v_seq;
end $$;
