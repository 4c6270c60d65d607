-- Whether an account of this name is a product's reserve.
create or replace function ledger.is_reserve(p_name text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from ledger.reserves r join ledger.accounts a on a.id = r.account_id where a.name = p_name)
$$;
