-- Counts one operator's approval, in REVIEW alone. outcome: 'counted' · 'state': not in review, or another payload · 'same'
-- operator again, who may have rejected it before · 'held': its customer is under a legal hold.
create or replace function wallet.approve_withdrawal(p_id uuid, p_operator uuid, p_name text, p_payload bytea, p_assertion text, p_at timestamptz)
returns table (outcome text, status text, given integer, needed smallint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_row wallet.withdrawals;
  v_given integer;
  v_customer uuid := wallet.lock_customer(p_id);
begin
  select * into v_row from wallet.withdrawals w where w.id = p_id for update;
  if not found or v_row.status <> 'REVIEW' or v_row.payload_hash <> p_payload then
    return query select 'state', v_row.status, 0, v_row.approvals_needed; return;
  end if;
  if accounts.is_held(v_customer) then
    return query select 'held', v_row.status, 0, v_row.approvals_needed; return;
  end if;
  if exists (select from wallet.withdrawal_verdicts v where v.withdrawal_id = p_id and v.operator_id = p_operator and v.verdict = 'REJECT') then
    return query select 'same', v_row.status, 0, v_row.approvals_needed; return;
  end if;
  insert into wallet.withdrawal_verdicts (withdrawal_id, operator_id, operator_name, verdict, payload_hash, assertion, at)
  values (p_id, p_operator, p_name, 'APPROVE', p_payload, p_assertion, p_at) on conflict do nothing;
  if not found then
    return query select 'same', v_row.status, 0, v_row.approvals_needed; return;
  end if;
  select count(*) into v_given from wallet.approvals_of(p_id);
  if v_given >= v_row.approvals_needed then
    update wallet.withdrawals w set status = 'APPROVED', moved_at = p_at, retry_at = p_at where w.id = p_id;
    v_row.status := 'APPROVED';
  end if;
  return query select 'counted', v_row.status, v_given, v_row.approvals_needed;
end $$;
grant execute on function wallet.approve_withdrawal to console;
