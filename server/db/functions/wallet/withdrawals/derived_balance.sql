-- A customer's balance of one asset by its entries, what of it is on hold, and whether this withdrawal's hold is there.
create or replace function wallet.derived_balance(p_id uuid) returns table (entries bigint, held bigint, kept bigint, own bigint)
language sql stable security definer set search_path = '' as $$
  select b.* from wallet.withdrawals w, ledger.derived_balance(w.account_id, w.asset, w.id) b where w.id = p_id
$$;
grant execute on function wallet.derived_balance to payout;
