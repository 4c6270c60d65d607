-- Keeps what accounts owe, were warned of and what closes next, and of their free balance what open positions may still lose.
create or replace function contracts.note_accounts(p_noted contracts.noted_accounts) returns void
language sql security definer set search_path = '' as $$
  insert into contracts.accounts as a (account_id, asset, debt, warned, closing_id, closing_after)
  select g.account, g.asset, g.debt, g.warned, g.closing, g.after
  from unnest(p_noted.accounts, p_noted.assets, p_noted.debts, p_noted.warned, p_noted.closing, p_noted.after)
    g(account, asset, debt, warned, closing, after)
  order by 1, 2
  on conflict (account_id, asset) do update
  set debt = excluded.debt, warned = excluded.warned, closing_id = excluded.closing_id, closing_after = excluded.closing_after;
  select ledger.set_at_risk(p_noted.accounts, p_noted.assets, p_noted.at_risk)
$$;
grant execute on function contracts.note_accounts to api;
