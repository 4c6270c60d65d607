-- Excludes an account from a position of the record on, or includes it again (null).
create or replace function contracts.hold_back(p_account bigint, p_asset smallint, p_from timestamptz) returns void
language sql security definer set search_path = '' as $$
  update contracts.accounts a set held_back_to = p_from where a.account_id = p_account and a.asset = p_asset
$$;
grant execute on function contracts.hold_back to api;
