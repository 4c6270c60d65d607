-- The customer's rating of a resolved conversation, once. False where it is not theirs, not resolved, or rated otherwise.
create or replace function chats.rate(p_chat uuid, p_owner jsonb, p_rating smallint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update chats.conversations c set rating = p_rating
  where c.id = p_chat and (c.customer_id = (p_owner ->> 'customer')::uuid or c.guest_id = (p_owner ->> 'guest')::uuid)
    and c.status in ('RESOLVED', 'CLOSED') and coalesce(c.rating, p_rating) = p_rating;
  return found;
end $$;
grant execute on function chats.rate to api;
