-- Refuses (P0001) where one of some accounts is not a customer's; one that is listed twice counts once.
create or replace function ledger.must_be_customers(p_accounts bigint[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (select count(*) from ledger.accounts a where a.id = any (p_accounts) and a.name like 'user:%')
    <> (select count(distinct u) from unnest(p_accounts) u)
  then
    raise exception 'not an account of a customer' using errcode = 'P0001';
  end if;
end $$;
