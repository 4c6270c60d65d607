create or replace function ledger.must_be_customer(p_account bigint) returns void language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from ledger.accounts a where a.id = p_account and a.name like 'user:%') then
    raise exception 'not an account of a customer' using errcode = 'P0001';
  end if;
end $$;
