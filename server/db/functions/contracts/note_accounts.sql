-- Keeps what accounts owe, were warned of and what closes next, and of their free balance what open positions may still lose.
-- An item an account: {"account", "asset", "debt", "warned", "closing", "after", "atRisk"}.
create or replace function contracts.note_accounts(p_accounts jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into contracts.accounts as a (account_id, asset, debt, warned, closing_id, closing_after)
  select g.account, g.asset, g.debt, g.warned, g.closing, g.after
  from jsonb_to_recordset(p_accounts) g(account bigint, asset smallint, debt bigint, warned smallint, closing uuid, after bigint)
  order by 1, 2
  on conflict (account_id, asset) do update
  set debt = excluded.debt, warned = excluded.warned, closing_id = excluded.closing_id, closing_after = excluded.closing_after;
  select ledger.set_at_risk(array_agg(g.account), array_agg(g.asset), array_agg(g."atRisk"))
  from jsonb_to_recordset(p_accounts) g(account bigint, asset smallint, "atRisk" bigint)
$$;
grant execute on function contracts.note_accounts to api;
