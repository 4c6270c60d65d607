-- Credits what the chain has made final: in a block, with as many blocks on it as its network requires. A claim of the same
-- transaction is refused, unless it paid the shared address too. outcome: 'credited' · 'known' · 'waits' · 'state'.
create or replace function wallet.credit_arrival(p_id uuid, p_head bigint, p_confirmations integer, p_usdt bigint, p_at timestamptz)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_deposit wallet.deposits;
  v_arrival wallet.arrivals;
begin
  perform wallet.hold_deposit_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  select * into v_arrival from wallet.arrivals v where v.deposit_id = p_id;
  if v_deposit.status is distinct from 'CONFIRMING' or v_arrival.deposit_id is null then return 'state'; end if;
  if v_arrival.height is null or p_head - v_arrival.height + 1 < p_confirmations then return 'waits'; end if;
  if wallet.book_credit(v_deposit, v_arrival.amount, p_usdt, false, p_at) is null then return 'known'; end if;
  -- Claims of other customers are rejected: the address decides whose transfer it is.
  update wallet.deposits d set status = 'REJECTED', reason_code = 'NOT_FOUND', decided_at = p_at
  where d.chain = v_deposit.chain and d.tx_hash = v_deposit.tx_hash and d.id <> p_id and d.source <> 'CHAIN' and not d.matched
    and d.status in ('SUBMITTED', 'CONFIRMING') and not exists (select 1 from wallet.arrivals v where v.deposit_id = d.id)
    and not exists (select 1 from wallet.shared_outputs s
      where s.chain = d.chain and s.tx_hash = d.tx_hash and s.network = d.network and s.deposit_id is null);
  return 'credited';
end $$;
grant execute on function wallet.credit_arrival to chain;
