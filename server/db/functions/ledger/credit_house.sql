-- Adds to what an account of the house has free (or takes from it, guarded by its check), beside an entry that the caller
-- writes (ledger.enter). Refuses (P0001) an account of a customer.
create or replace function ledger.credit_house(p_account bigint, p_asset smallint, p_amount bigint) returns void
language plpgsql set search_path = '' as $$
begin
  if exists (select from ledger.accounts a where a.id = p_account and a.name like 'user:%') then
    raise exception 'an account of a customer' using errcode = 'P0001';
  end if;
  perform ledger.credit(p_account, p_asset, p_amount);
end $$;
