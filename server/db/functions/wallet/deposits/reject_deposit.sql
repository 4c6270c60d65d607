-- An operator rejects a deposit that waits. outcome: 'rejected' · 'state': it does not wait, or the chain shows it · 'same':
-- this operator has rejected this transaction of this customer before, and a second rejection is another person's.
create or replace function wallet.reject_deposit(p_id uuid, p_operator uuid, p_reason text, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_deposit wallet.deposits;
begin
  perform wallet.hold_deposit_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  if not found or v_deposit.status not in ('SUBMITTED', 'CONFIRMING') or not wallet.is_finance(p_operator) then return 'state'; end if;
  if exists (select from wallet.deposit_rejections r join wallet.deposits d on d.id = r.deposit_id
    where r.operator_id = p_operator and d.customer_id = v_deposit.customer_id and d.chain = v_deposit.chain
      and d.tx_hash = v_deposit.tx_hash) then
    return 'same';
  end if;
  insert into wallet.deposit_rejections (deposit_id, round, operator_id, reason_code, at)
  values (p_id, v_deposit.round, p_operator, p_reason, p_at);
  update wallet.deposits d set status = 'REJECTED', reason_code = p_reason, decided_at = p_at where d.id = p_id;
  return 'rejected';
exception
  -- What the chain shows is not rejected (wallet.guard_deposit).
  when restrict_violation then return 'state';
end $$;
grant execute on function wallet.reject_deposit to console;
