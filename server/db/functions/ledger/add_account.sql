-- Opens an account that is not a customer's; a schema file of the product that needs it calls this. An origin (which it is
-- follows from the name) is given a row for each of the assets that may come from it.
create or replace function ledger.add_account(p_name text, p_assets text[] default '{}') returns bigint
language plpgsql set search_path = '' as $$
declare
  v_account ledger.accounts;
begin
  insert into ledger.accounts (name, opened_at) values (p_name, now()) returning * into v_account;
  if v_account.side = 'origin' then
    insert into ledger.origins (account_id, asset, issued)
    select v_account.id, s.id, 0 from ledger.assets s where s.name = any (p_assets);
  end if;
  return v_account.id;
end $$;
