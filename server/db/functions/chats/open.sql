-- The conversation of a customer or guest that is not closed, or a new one. Outcomes: `found` · `opened` · `full`: the maximum of
-- open conversations of guests is reached.
create or replace function chats.open(p_new jsonb, p_max_guests integer, p_now timestamptz, out outcome text, out chat_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  v_customer uuid := (p_new ->> 'customer')::uuid;
  v_guest uuid := (p_new ->> 'guest')::uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('chats.owner ' || coalesce(v_customer, v_guest), 0));
  select c.id into chat_id from chats.conversations c
  where c.status <> 'CLOSED' and (c.customer_id = v_customer or c.guest_id = v_guest);
  if found then outcome := 'found'; return; end if;
  if v_guest is not null then
    perform pg_advisory_xact_lock(hashtextextended('chats.guests', 0));
    if (select count(*) from chats.conversations c where c.guest_id is not null and c.status <> 'CLOSED') >= p_max_guests then
      outcome := 'full';
      return;
    end if;
  end if;
  chat_id := (p_new ->> 'id')::uuid;
  insert into chats.conversations (id, customer_id, guest_id, lang, topic, screen, opened_at, changed_at)
  values (chat_id, v_customer, v_guest, p_new ->> 'lang', p_new ->> 'topic', p_new ->> 'screen', p_now, p_now);
  outcome := 'opened';
end $$;
grant execute on function chats.open to api;
