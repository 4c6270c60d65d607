-- Counts one operator's rejection by a reason of the closed list; LEGAL_HOLD takes two who name the same order. The money is back
-- in the same statement. Who approved before may reject: his approval stands no longer. 'held': the reason would notify the customer of a hold that he may not be notified of.
create or replace function wallet.reject_withdrawal(
  p_id uuid, p_operator uuid, p_name text, p_reason text, p_ref text, p_payload bytea, p_assertion text, p_at timestamptz)
returns table (outcome text, status text, given integer, needed smallint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_row wallet.withdrawals;
  v_given integer;
  v_needed smallint := case when p_reason = 'LEGAL_HOLD' then 2 else 1 end;
  v_customer uuid := wallet.lock_customer(p_id);
begin
  select * into v_row from wallet.withdrawals w where w.id = p_id for update;
  if not found or v_row.status <> 'REVIEW' or v_row.payload_hash <> p_payload then
    return query select 'state', v_row.status, 0, v_needed; return;
  end if;
  if p_reason in ('LEGAL_HOLD', 'AML_ORDER') and exists (
    select from accounts.legal_holds h where h.customer_id = v_customer and h.lifted_at is null and not h.tell)
  then
    return query select 'held', v_row.status, 0, v_needed; return;
  end if;
  insert into wallet.withdrawal_verdicts (withdrawal_id, operator_id, operator_name, verdict, payload_hash, reason_code, reason_ref, assertion, at)
  values (p_id, p_operator, p_name, 'REJECT', p_payload, p_reason, p_ref, p_assertion, p_at) on conflict do nothing;
  if not found then
    return query select 'same', v_row.status, 0, v_needed; return;
  end if;
  select count(*) into v_given from wallet.withdrawal_verdicts v
  where v.withdrawal_id = p_id and v.verdict = 'REJECT' and v.reason_code = p_reason and v.reason_ref is not distinct from p_ref;
  if v_given >= v_needed then
    perform ledger.release(p_id, v_row.amount);
    update wallet.withdrawals w set status = 'REJECTED', reason_code = p_reason, reason_ref = p_ref, moved_at = p_at where w.id = p_id;
    v_row.status := 'REJECTED';
  end if;
  return query select 'counted', v_row.status, v_given, v_needed;
end $$;
grant execute on function wallet.reject_withdrawal to console;
