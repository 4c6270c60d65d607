-- Charges financing to positions: it is paid when they close. An item a position: {"account", "id", "amount"}.
create or replace function contracts.finance_positions(p_financed jsonb) returns void
language sql security definer set search_path = '' as $$
  update contracts.positions p set financing = p.financing + g.amount
  from jsonb_to_recordset(p_financed) g(account bigint, id uuid, amount bigint)
  where p.account_id = g.account and p.id = g.id and g.amount > 0
$$;
grant execute on function contracts.finance_positions to api;
