-- The caps in force at a moment, as decimal text by asset.
create or replace function operators.adjustment_caps(p_at timestamptz) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(
    (select p.value from operators.params p where p.key = 'adjustments' and p.applies_at <= p_at order by p.version desc limit 1),
    operators.first_adjustment_caps())::jsonb
$$;
grant execute on function operators.adjustment_caps to api, console;
