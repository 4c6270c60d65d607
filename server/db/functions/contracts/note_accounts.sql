-- Keeps what accounts owe, were warned of and what closes next, and of their free balance what open positions may still lose.
-- An unchanged row is not written again.
create or replace function contracts.note_accounts(p_noted contracts.noted_accounts) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  update contracts.accounts a
  set debt = g.debt, warned = g.warned, closing_id = g.closing, closing_after = g.after
  from unnest(p_noted.accounts, p_noted.assets, p_noted.debts, p_noted.warned, p_noted.closing, p_noted.after)
    g(account, asset, debt, warned, closing, after)
  where a.account_id = g.account and a.asset = g.asset
    and (a.debt, a.warned, a.closing_id, a.closing_after) is distinct from (g.debt, g.warned, g.closing, g.after);
  insert into contracts.accounts as a (account_id, asset, debt, warned, closing_id, closing_after)
  select g.account, g.asset, g.debt, g.warned, g.closing, g.after
  from unnest(p_noted.accounts, p_noted.assets, p_noted.debts, p_noted.warned, p_noted.closing, p_noted.after)
    g(account, asset, debt, warned, closing, after)
  where not exists (select from contracts.accounts a where a.account_id = g.account and a.asset = g.asset)
  order by 1, 2
  on conflict (account_id, asset) do update
  set debt = excluded.debt, warned = excluded.warned, closing_id = excluded.closing_id, closing_after = excluded.closing_after;
  perform ledger.set_at_risk(p_noted.accounts, p_noted.assets, p_noted.at_risk);
end $$;
grant execute on function contracts.note_accounts to api;
