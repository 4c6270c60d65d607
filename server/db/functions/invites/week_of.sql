-- The Monday (UTC) of the week of a time.
create or replace function invites.week_of(p_at timestamptz) returns date language sql immutable set search_path = '' as $$
  select date_trunc('week', p_at at time zone 'UTC')::date
$$;
grant execute on function invites.week_of to api, console;
