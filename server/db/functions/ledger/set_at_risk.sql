-- Sets what of free balances open positions may still lose, an item a balance in each array; an unchanged amount is
-- not written again, and null leaves what is there.
create or replace function ledger.set_at_risk(p_accounts bigint[], p_assets smallint[], p_amounts bigint[]) returns void
language sql set search_path = '' as $$
  update ledger.balances w set at_risk = b.amount
  from unnest(p_accounts, p_assets, p_amounts) b(account_id, asset, amount)
  where b.amount is not null and w.account_id = b.account_id and w.asset = b.asset and w.shard = 0 and w.at_risk <> b.amount
$$;
