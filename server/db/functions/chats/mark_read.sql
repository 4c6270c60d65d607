-- How far the customer, or the agents where `p_owner` is null, have read; it never goes back. False where it is not theirs.
create or replace function chats.mark_read(p_chat uuid, p_owner jsonb, p_up_to integer) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if p_owner is null then
    update chats.conversations c set agent_read = least(p_up_to, c.last_seq)
    where c.id = p_chat and c.agent_read < least(p_up_to, c.last_seq);
  else
    update chats.conversations c set customer_read = least(p_up_to, c.last_seq)
    where c.id = p_chat and (c.customer_id = (p_owner ->> 'customer')::uuid or c.guest_id = (p_owner ->> 'guest')::uuid)
      and c.customer_read < least(p_up_to, c.last_seq);
  end if;
  if found then perform pg_notify('chats', p_chat::text); end if;
  return found;
end $$;
grant execute on function chats.mark_read to api, console;
