-- A balance of an account by its entries, what of it is on hold, what is kept, and what one of its holds has left.
create or replace function ledger.derived_balance(p_account bigint, p_asset smallint, p_hold uuid)
returns table (entries bigint, held bigint, kept bigint, own bigint)
language sql stable set search_path = '' as $$
  select
    coalesce((select sum(line.amount) from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) as line(account, asset, amount)
      where e.owner = p_account and line.account = p_account and line.asset = p_asset), 0)::bigint,
    (coalesce((select sum(h.amount) from ledger.holds h where h.account_id = p_account and h.asset = p_asset), 0)
      + coalesce((select sum(b.open_stake) from ledger.balances b where b.account_id = p_account and b.asset = p_asset), 0))::bigint,
    coalesce((select sum(b.free + b.held) from ledger.balances b where b.account_id = p_account and b.asset = p_asset), 0)::bigint,
    coalesce((select h.amount from ledger.holds h where h.id = p_hold and h.account_id = p_account and h.asset = p_asset), 0)::bigint
$$;
