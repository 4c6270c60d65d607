-- Takes the lock of wallet.hold_transaction for a deposit's transaction.
create or replace function wallet.hold_deposit_transaction(p_deposit uuid) returns void
language sql set search_path = '' as $$
  select wallet.hold_transaction(d.chain, d.tx_hash) from wallet.deposits d where d.id = p_deposit
$$;
