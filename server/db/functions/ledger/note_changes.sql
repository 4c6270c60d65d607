-- Notes which customers' balances a statement changed, with the transaction that did.
create or replace function ledger.note_changes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into ledger.changes (asset, accounts)
  select c.asset, array_agg(c.account_id) from changed c where c.shard = 0 group by c.asset;
  return null;
end $$;
