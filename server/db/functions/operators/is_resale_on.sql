-- Whether owners may sell collectibles to each other at a moment: off until two operators decide otherwise, and their day has
-- come.
create or replace function operators.is_resale_on(p_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select (p.value::jsonb ->> 'on')::boolean from operators.params p where p.key = 'resale' and p.applies_at <= p_at
      order by p.version desc limit 1), false)
$$;
grant execute on function operators.is_resale_on to api, console;
