-- What is due by time alone: a reply to which the customer sends nothing for three days resolves the
-- conversation, and a resolved one is closed after its days. Returns how many were changed; at most 200 of a kind at once.
create or replace function chats.run_due(p_reopen_days integer, p_now timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_count integer := 0;
begin
  for v_id in select c.id from chats.conversations c
    where c.status = 'WAITING_USER' and c.changed_at <= p_now - interval '3 days'
    order by c.changed_at limit 200 for update skip locked loop
    update chats.conversations c set status = 'RESOLVED', resolved_at = p_now where c.id = v_id;
    perform chats.append(v_id, '{"author": "SYSTEM", "event": "RESOLVED"}', p_now);
    v_count := v_count + 1;
  end loop;
  for v_id in select c.id from chats.conversations c
    where c.status = 'RESOLVED' and c.resolved_at + make_interval(days => p_reopen_days) <= p_now
    order by c.changed_at limit 200 for update skip locked loop
    perform chats.finish(v_id, p_now);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
grant execute on function chats.run_due to api;
