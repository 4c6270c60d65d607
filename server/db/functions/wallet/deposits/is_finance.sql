-- Whether an operator is active and works in finance.
create or replace function wallet.is_finance(p_operator uuid) returns boolean language sql stable set search_path = '' as $$
  select operators.has_role(p_operator, array['finance1', 'finance2'])
$$;
