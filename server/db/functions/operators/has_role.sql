-- Whether an operator is active and has one of the roles.
create or replace function operators.has_role(p_operator uuid, p_roles text[]) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from operators.operators o join operators.roles r on r.operator_id = o.id
    where o.id = p_operator and o.status = 'ACTIVE' and r.role = any (p_roles))
$$;
grant execute on function operators.has_role to console;
