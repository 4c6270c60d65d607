-- Deletes what is not kept any longer: conversations in which nothing was written for a day, and closed ones of guests and of
-- customers after their days. Returns the files of the deleted messages, to be erased; at most 200 conversations at once.
create or replace function chats.forget(p_guest_days integer, p_customer_days integer, p_now timestamptz) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_files uuid[];
begin
  select array_agg(o.id) into v_ids from (
    select c.id from chats.conversations c
    where (c.status = 'OPEN' and c.last_seq = 0 and c.opened_at <= p_now - interval '1 day')
      or (c.status = 'CLOSED' and c.changed_at <= p_now
        - make_interval(days => case when c.guest_id is null then p_customer_days else p_guest_days end))
    order by c.changed_at limit 200 for update skip locked) o;
  select array_agg(f.id) into v_files
  from chats.messages m cross join unnest(m.files) f(id) where m.conversation_id = any(v_ids);
  delete from chats.conversations c where c.id = any(v_ids);
  delete from chats.guests g where g.created_at <= p_now - interval '1 day'
    and not exists (select from chats.conversations c where c.guest_id = g.id);
  return coalesce(v_files, '{}');
end $$;
grant execute on function chats.forget to api;
