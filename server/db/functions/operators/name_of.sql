-- The name of an operator.
create or replace function operators.name_of(p_operator uuid) returns text
language sql stable set search_path = '' as $$
  select o.name from operators.operators o where o.id = p_operator
$$;
