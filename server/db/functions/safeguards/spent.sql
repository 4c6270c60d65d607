-- What a customer's orders of one account come to over all products (options.spent, contracts.spent): the sums that limits of
-- the customer's own are checked against. A call that places an order reads it after locking the customer's balance, so that two orders of
-- any products cannot both pass.
create or replace function safeguards.spent(p_account bigint, p_asset smallint, p_what text, p_since timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  select options.spent(p_account, p_asset, p_what, p_since) + contracts.spent(p_account, p_asset, p_what, p_since)
$$;
grant execute on function safeguards.spent to api;
