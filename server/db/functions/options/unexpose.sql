-- Takes back what was counted for calls that the ledger then refused.
create or replace function options.unexpose(p_back integer[], p_accounts bigint[], p_assets smallint[], p_stakes bigint[]) returns void
language sql as $$
  update options.exposure e set open_count = e.open_count - 1, open_stake = e.open_stake - b.stake
  from unnest(p_accounts, p_assets, p_stakes) with ordinality as b(account_id, asset, stake, ord)
  where b.ord = any (p_back) and e.account_id = b.account_id and e.asset = b.asset
$$;
