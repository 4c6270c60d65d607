-- Excludes an account from a position of the record on, and from the newest tick that it was held against, or includes it again
-- (nulls).
create or replace function contracts.hold_back(p_account bigint, p_asset smallint, p_from timestamptz, p_ticks_to timestamptz) returns void
language sql security definer set search_path = '' as $$
  update contracts.accounts a set held_back_to = p_from, held_back_ticks = p_ticks_to
  where a.account_id = p_account and a.asset = p_asset
$$;
grant execute on function contracts.hold_back to api;
