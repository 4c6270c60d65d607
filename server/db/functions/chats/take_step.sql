-- A step of an agent: `take` one that waits, `transfer` to another agent, `release` to those that wait, `resolve`, `close` a
-- resolved one, `offer` a formal complaint. Outcomes: `done` · `missing` · `state`: its state does not permit the step,
-- or another agent has it.
create or replace function chats.take_step(p_chat uuid, p_operator uuid, p_step text, p_to uuid, p_now timestamptz,
  out outcome text, out was text)
language plpgsql security definer set search_path = '' as $$
declare
  v_chat chats.conversations;
  v_works boolean;
  v_own boolean;
begin
  select * into v_chat from chats.conversations c where c.id = p_chat for update;
  if not found then outcome := 'missing'; return; end if;
  was := v_chat.status;
  v_works := v_chat.status in ('ASSIGNED', 'WAITING_USER');
  v_own := v_works and v_chat.assigned_to = p_operator;
  outcome := case when case p_step
      when 'take' then v_chat.status = 'OPEN'
      when 'transfer' then v_works and p_to is not null and p_to <> v_chat.assigned_to
      when 'release' then v_works
      when 'resolve' then v_own
      when 'close' then v_chat.status = 'RESOLVED'
      when 'offer' then v_own and v_chat.customer_id is not null
      else false end
    then 'done' else 'state' end;
  if outcome = 'state' then return; end if;
  if p_step in ('take', 'transfer') then
    update chats.conversations c set assigned_to = coalesce(p_to, p_operator),
      status = case c.status when 'OPEN' then 'ASSIGNED' else c.status end where c.id = p_chat;
  elsif p_step = 'release' then
    update chats.conversations c set assigned_to = null, status = 'OPEN', waiting_since = coalesce(c.waiting_since, p_now)
    where c.id = p_chat;
  elsif p_step = 'resolve' then
    update chats.conversations c set status = 'RESOLVED', waiting_since = null, resolved_at = p_now where c.id = p_chat;
  elsif p_step = 'close' then
    perform chats.finish(p_chat, p_now);
    return;
  end if;
  if p_step <> 'release' then
    perform chats.append(p_chat, jsonb_build_object('author', 'SYSTEM', 'operator', p_operator, 'event', case p_step
      when 'take' then 'JOINED' when 'transfer' then 'TRANSFERRED' when 'resolve' then 'RESOLVED' else 'COMPLAINT_OFFERED' end), p_now);
  else
    perform pg_notify('chats', p_chat::text);
  end if;
  -- Those behind it in the queue have moved up.
  if p_step = 'take' then perform pg_notify('chats', 'positions'); end if;
end $$;
grant execute on function chats.take_step to console;
