-- Keeps messages of customers and guests, of different owners, in one transaction: one synchronisation of the log and one turn at
-- the queue of notifications serve all of them. Each as chats.post_as_customer keeps it, with its outcome in the order given.
create or replace function chats.post_messages(p_posts jsonb, p_reopen_days integer)
returns table (outcome text, chat_id uuid, seq integer)
language plpgsql security definer set search_path = '' as $$
declare
  v_post jsonb;
  v_index integer;
  v_kept record;
  v_outcomes text[] := '{}';
  v_chats uuid[] := '{}';
  v_seqs integer[] := '{}';
begin
  -- In one order of owners, so that two processes do not wait for each other.
  for v_post, v_index in
    select p.value, p.ordinality from jsonb_array_elements(p_posts) with ordinality p
    order by coalesce(p.value -> 'owner' ->> 'customer', p.value -> 'owner' ->> 'guest'), p.ordinality
  loop
    select * into v_kept from chats.post_as_customer((v_post ->> 'id')::uuid, v_post -> 'owner', v_post -> 'message',
      p_reopen_days, to_timestamp((v_post ->> 'at')::float8 / 1000));
    v_outcomes[v_index] := v_kept.outcome;
    v_chats[v_index] := v_kept.chat_id;
    v_seqs[v_index] := v_kept.seq;
  end loop;
  return query select * from unnest(v_outcomes, v_chats, v_seqs);
end $$;
grant execute on function chats.post_messages to api;
