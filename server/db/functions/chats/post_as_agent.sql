-- Keeps a message of the agent who has the conversation, once for a client id. Outcomes: `added` · `known`: kept before ·
-- `missing` · `state`: another has it, or none does.
create or replace function chats.post_as_agent(p_chat uuid, p_operator uuid, p_message jsonb, p_now timestamptz,
  out outcome text, out seq integer)
language plpgsql security definer set search_path = '' as $$
declare
  v_chat chats.conversations;
begin
  select * into v_chat from chats.conversations c where c.id = p_chat for update;
  if not found then outcome := 'missing'; return; end if;
  select m.seq into seq from chats.messages m
  where m.conversation_id = p_chat and m.author = 'AGENT' and m.client_id = p_message ->> 'clientId' and m.operator_id = p_operator;
  if found then outcome := 'known'; return; end if;
  if v_chat.status not in ('ASSIGNED', 'WAITING_USER') or v_chat.assigned_to <> p_operator then outcome := 'state'; return; end if;
  seq := chats.append(p_chat, p_message || jsonb_build_object('author', 'AGENT', 'operator', p_operator), p_now);
  update chats.conversations c set status = 'WAITING_USER', waiting_since = null,
    first_reply_at = coalesce(c.first_reply_at, p_now), agent_seq = seq, agent_at = p_now, agent_read = seq
  where c.id = p_chat;
  outcome := 'added';
end $$;
grant execute on function chats.post_as_agent to console;
