-- One entry of two or more lines, in account order. Returns its number; a balance below zero fails by its check (23514).
create or replace function ledger.post(p_kind text, p_ref uuid, p_accounts bigint[], p_assets smallint[], p_amounts bigint[], p_at timestamptz)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  v_line record;
  v_entry bigint;
  v_owner bigint;
begin
  for v_line in
    select line.account_id, line.asset, sum(line.amount)::bigint as amount
    from unnest(p_accounts, p_assets, p_amounts) as line(account_id, asset, amount) group by 1, 2 order by 1, 2
  loop
    perform ledger.credit(v_line.account_id, v_line.asset, v_line.amount);
  end loop;
  select min(a.id) into v_owner from ledger.accounts a where a.id = any (p_accounts) and a.name like 'user:%';
  insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
  values (p_at, p_kind, p_ref, v_owner, p_accounts, p_assets, p_amounts) returning seq into v_entry;
  return v_entry;
end $$;
