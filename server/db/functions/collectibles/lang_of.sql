-- The language of the customer of an account, in the caller's transaction.
create or replace function collectibles.lang_of(p_account bigint) returns text
language sql stable security definer set search_path = '' as $$
  select c.lang from accounts.customers c where c.account_id = p_account
$$;
grant execute on function collectibles.lang_of to api;
