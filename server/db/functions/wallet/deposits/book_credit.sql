-- Books a deposit that the caller holds. Returns its entry, or null where that output is credited already. No role is granted it.
create or replace function wallet.book_credit(p_deposit wallet.deposits, p_amount bigint, p_usdt bigint, p_by_hand boolean, p_at timestamptz)
returns bigint language plpgsql set search_path = '' as $$
declare
  v_entry bigint;
  v_kept bigint;
  v_debt bigint;
  v_custody bigint := ledger.account_named('custody:' || p_deposit.chain);
  v_loss bigint := ledger.account_named('house:reorg-loss');
begin
  -- The credits of one customer come one after the other, so that each knows what came before.
  perform pg_advisory_xact_lock(hashtextextended('credit ' || p_deposit.customer_id, 22));
  if not p_deposit.part and exists (select 1 from wallet.credits c
    where c.chain = p_deposit.chain and c.tx_hash = p_deposit.tx_hash and c.reversed_entry is null
      and (c.vout = p_deposit.vout or c.by_hand or p_by_hand)) then
    return null;
  end if;
  v_kept := wallet.kept_of(p_deposit.customer_id, p_amount, p_usdt);
  -- Coins that a reorganisation took and another block brought back first make good what was lost of them.
  delete from wallet.debts b using wallet.deposits d
  where b.deposit_id = d.id and d.chain = p_deposit.chain and d.tx_hash = p_deposit.tx_hash and d.vout = p_deposit.vout
    and d.customer_id = p_deposit.customer_id
  returning least(b.amount, p_amount) into v_debt;
  v_debt := coalesce(v_debt, 0);
  -- The entry locks the house's rows before the customer's, as a payment out does.
  v_entry := ledger.post('deposit', p_deposit.id,
    array[p_deposit.account_id, v_custody] || case when v_debt > 0 then array[v_loss] end,
    array[p_deposit.asset, p_deposit.asset] || case when v_debt > 0 then array[p_deposit.asset] end,
    array[p_amount - v_debt, -p_amount] || case when v_debt > 0 then array[v_debt] end, p_at);
  if v_kept > 0 then
    perform ledger.add_kept(p_deposit.account_id, p_deposit.asset, v_kept);
  end if;
  insert into wallet.credits (chain, tx_hash, vout, by_hand, part, deposit_id, entry)
  values (p_deposit.chain, p_deposit.tx_hash, p_deposit.vout, p_by_hand, p_deposit.part, p_deposit.id, v_entry);
  update wallet.deposits d set status = 'CREDITED', credited = p_amount, credited_usdt = p_usdt, kept = v_kept,
    entry = v_entry, decided_at = p_at
  where d.id = p_deposit.id;
  -- What follows from it, such as a standing order of its customer, comes after it and never blocks it.
  insert into outbox.events (type, payload) values ('deposits.credited', jsonb_build_object('depositId', p_deposit.id,
    'customerId', p_deposit.customer_id, 'asset', p_deposit.asset, 'units', (p_amount - v_debt)::text));
  return v_entry;
end $$;
