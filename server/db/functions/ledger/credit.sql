-- Adds to a free balance (or takes from it, guarded by its check), or to what an origin has issued; two first credits of
-- one balance at once both count. It writes no entry, so that only functions that do may call it.
create or replace function ledger.credit(p_account bigint, p_asset smallint, p_amount bigint) returns void
language plpgsql set search_path = '' as $$
begin
  if (select side from ledger.accounts where id = p_account) = 'origin' then
    update ledger.origins o set issued = o.issued - p_amount where o.account_id = p_account and o.asset = p_asset;
    if not found then insert into ledger.origins (account_id, asset, issued) values (p_account, p_asset, -p_amount); end if;
  else
    update ledger.balances w set free = w.free + p_amount
    where w.account_id = p_account and w.asset = p_asset and w.shard = 0;
    if not found then
      insert into ledger.balances as w (account_id, asset, shard, free, held) values (p_account, p_asset, 0, p_amount, 0)
      on conflict (account_id, asset, shard) do update set free = w.free + excluded.free;
    end if;
  end if;
end $$;
