-- Takes back a credited deposit that a reorganisation removed and that did not come back within as many blocks as make a
-- deposit final: at the customer's own address, or at the one that all share, where its output was seen there. Of a credit
-- that no watcher saw nothing can be proved, and it stays. What the customer still has free is taken, the rest is the house's
-- loss and shown as the customer's debt; nothing else is touched. Coins that have left the custody of this chain meanwhile
-- are the house's to bring back first.
create or replace function wallet.reverse_deposit(p_id uuid, p_head bigint, p_confirmations integer, p_at timestamptz)
returns table (outcome text, taken bigint, debt bigint) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_deposit wallet.deposits;
  v_seen record;
  v_taken bigint;
  v_debt bigint;
  v_entry bigint;
  v_custody bigint;
begin
  perform wallet.hold_deposit_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  select * into v_seen from wallet.seen_of(p_id);
  if not found or v_deposit.status is distinct from 'CREDITED' then return query select 'state', 0::bigint, 0::bigint; return; end if;
  if v_seen.height is not null or p_head < v_seen.lost_at_height + p_confirmations then
    return query select 'waits', 0::bigint, 0::bigint; return;
  end if;
  v_custody := ledger.account_named('custody:' || v_deposit.chain);
  -- The house's rows before the customer's, as every entry locks them.
  perform ledger.fill_custody(v_custody, v_deposit.asset, v_deposit.credited, p_id, p_at);
  v_taken := least(ledger.lock_balance(v_deposit.account_id, v_deposit.asset), v_deposit.credited);
  v_debt := v_deposit.credited - v_taken;
  v_entry := ledger.post('deposit.reversed', p_id,
    array[v_deposit.account_id, v_custody]
      || case when v_debt > 0 then array[ledger.account_named('house:reorg-loss')] end,
    array[v_deposit.asset, v_deposit.asset] || case when v_debt > 0 then array[v_deposit.asset] end,
    array[-v_taken, v_deposit.credited] || case when v_debt > 0 then array[-v_debt] end, p_at);
  perform ledger.add_kept(v_deposit.account_id, v_deposit.asset, -v_deposit.kept);
  update wallet.credits c set reversed_entry = v_entry where c.deposit_id = p_id;
  update wallet.deposits d set status = 'REVERSED', decided_at = p_at where d.id = p_id;
  if v_debt > 0 then
    insert into wallet.debts (deposit_id, customer_id, account_id, asset, amount, at)
    values (p_id, v_deposit.customer_id, v_deposit.account_id, v_deposit.asset, v_debt, p_at);
  end if;
  return query select 'reversed', v_taken, v_debt;
end $$;
grant execute on function wallet.reverse_deposit to chain;
