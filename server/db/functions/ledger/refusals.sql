-- Why calls that ledger.hold just refused are not held: `open_limit` · `insufficient_balance` of the customer ·
-- `insufficient_reserve`: the shard has less than the calls need in all; the caller levels the shards and calls again.
create or replace function ledger.refusals(p_holds ledger.hold_batch, p_refused integer[], p_max_orders integer, p_max_stake bigint)
returns table (ord integer, outcome text)
language sql volatile security definer set search_path = '' as $$
  select n, case
    when w.open_orders >= p_max_orders or w.open_stake + p_holds.amounts[n] > p_max_stake then 'open_limit'
    when w.free - w.kept - w.at_risk >= p_holds.amounts[n] then 'insufficient_reserve'
    else 'insufficient_balance' end
  from unnest(p_refused) n
  left join ledger.balances w on w.account_id = p_holds.accounts[n] and w.asset = p_holds.assets[n] and w.shard = 0
$$;
