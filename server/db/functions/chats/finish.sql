-- Closes a resolved conversation that the caller holds. Internal: no role is granted it.
create or replace function chats.finish(p_chat uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update chats.conversations c set status = 'CLOSED' where c.id = p_chat and c.status = 'RESOLVED';
  perform chats.append(p_chat, '{"author": "SYSTEM", "event": "CLOSED"}', p_now);
end $$;
