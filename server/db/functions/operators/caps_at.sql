-- The caps of a key in force at a moment, as decimal text by asset.
create or replace function operators.caps_at(p_key text, p_at timestamptz) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(
    (select p.value from operators.params p where p.key = p_key and p.applies_at <= p_at order by p.version desc limit 1),
    operators.first_caps(p_key))::jsonb
$$;
grant execute on function operators.caps_at to api, console;
