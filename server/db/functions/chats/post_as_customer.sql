-- Keeps a message of a customer or guest, once for a client id. A resolved conversation is reopened; one that is closed, or
-- whose days are over, is continued in a new one. Outcomes: `added` · `known`: kept before · `missing`. Internal: no role is
-- granted it.
create or replace function chats.post_as_customer(p_chat uuid, p_owner jsonb, p_message jsonb, p_reopen_days integer,
  p_now timestamptz, out outcome text, out chat_id uuid, out seq integer)
language plpgsql security definer set search_path = '' as $$
declare
  v_customer uuid := (p_owner ->> 'customer')::uuid;
  v_guest uuid := (p_owner ->> 'guest')::uuid;
  v_chat chats.conversations;
  v_open chats.conversations;
begin
  -- Messages of one owner follow one another, whichever of his conversations they name.
  perform pg_advisory_xact_lock(hashtextextended('chats.owner ' || coalesce(v_customer, v_guest), 0));
  select * into v_chat from chats.conversations c
  where c.id = p_chat and (c.customer_id = v_customer or c.guest_id = v_guest) for update;
  if not found then outcome := 'missing'; return; end if;
  select m.conversation_id, m.seq into chat_id, seq from chats.messages m
  join chats.conversations c on c.id = m.conversation_id
  where (c.customer_id = v_customer or c.guest_id = v_guest)
    and m.author = 'CUSTOMER' and m.client_id = p_message ->> 'clientId' limit 1;
  if found then outcome := 'known'; return; end if;
  if v_chat.status = 'RESOLVED' and v_chat.resolved_at + make_interval(days => p_reopen_days) <= p_now then
    perform chats.finish(v_chat.id, p_now);
    v_chat.status := 'CLOSED';
  end if;
  if v_chat.status = 'CLOSED' then
    select * into v_open from chats.conversations c
    where c.status <> 'CLOSED' and (c.customer_id = v_customer or c.guest_id = v_guest) for update;
    if not found then
      insert into chats.conversations (id, customer_id, guest_id, previous_id, lang, topic, screen, opened_at, changed_at)
      select (p_message ->> 'newChat')::uuid, v_customer, v_guest,
        case when not exists (select from chats.conversations n where n.previous_id = v_chat.id) then v_chat.id end,
        v_chat.lang, v_chat.topic, v_chat.screen, p_now, p_now
      returning * into v_open;
      -- Other devices still show the closed one.
      perform pg_notify('chats', v_chat.id::text);
    end if;
    v_chat := v_open;
  end if;
  if v_chat.status = 'RESOLVED' then
    update chats.conversations c set status = 'OPEN', assigned_to = null, resolved_at = null, rating = null where c.id = v_chat.id;
    perform chats.append(v_chat.id, '{"author": "SYSTEM", "event": "REOPENED"}', p_now);
  end if;
  seq := chats.append(v_chat.id, p_message || '{"author": "CUSTOMER"}', p_now);
  update chats.conversations c set
    status = case c.status when 'WAITING_USER' then 'ASSIGNED' else c.status end,
    waiting_since = coalesce(c.waiting_since, p_now), first_message_at = coalesce(c.first_message_at, p_now), customer_read = seq,
    screen = coalesce(p_message ->> 'screen', c.screen)
  where c.id = v_chat.id;
  chat_id := v_chat.id;
  outcome := 'added';
end $$;
