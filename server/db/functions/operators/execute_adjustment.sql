-- Carries out an announced adjustment, once, whichever process comes first. Outcomes: `applied`; `not_due` before its time
-- or where it has ended; `objected` while the customer's objection is not answered by a third person; `withdrawn` where
-- the objection was upheld, in part as well; `lapsed` where the customer does not have the amount free; `held` while a
-- legal hold lets nothing leave the account.
create or replace function operators.execute_adjustment(p_request uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_debit operators.debits;
  v_request operators.change_requests;
  v_finding text;
  v_answered_by uuid;
  v_capital bigint := ledger.account_named('house:capital');
begin
  select * into v_debit from operators.debits d where d.request_id = p_request for update;
  if not found or v_debit.status <> 'ANNOUNCED' then return 'not_due'; end if;
  select * into v_request from operators.change_requests q where q.id = p_request for update;
  if v_debit.objection_id is not null then
    select c.finding, c.answered_by into v_finding, v_answered_by
    from complaints.complaints c where c.id = v_debit.objection_id;
    if v_finding is null or v_answered_by in (v_request.proposed_by, v_request.decided_by) then return 'objected'; end if;
    if v_finding <> 'NOT_UPHELD' then return operators.end_debit(v_debit, 'WITHDRAWN', p_at); end if;
  end if;
  if p_at < v_debit.due_at then return 'not_due'; end if;
  if v_request.status <> 'SCHEDULED' or v_request.decided_by is null or v_request.decided_by = v_request.proposed_by then
    raise exception 'no approved adjustment with this number' using errcode = 'P0001';
  end if;
  perform from accounts.customers c where c.id = v_debit.customer_id for key share;
  if accounts.is_held(v_debit.customer_id) then return 'held'; end if;
  begin
    perform ledger.post('adjustment', p_request, array[v_capital, v_debit.account_id], array[v_debit.asset, v_debit.asset],
      array[v_debit.units, -v_debit.units], p_at);
  exception when check_violation then
    -- A customer never owes, and no part of what was signed is taken.
    return operators.end_debit(v_debit, 'LAPSED', p_at);
  end;
  update operators.debits d set status = 'APPLIED', ended_at = p_at where d.request_id = p_request;
  update operators.change_requests q set status = 'APPLIED', applied_at = p_at where q.id = p_request;
  return 'applied';
end $$;
grant execute on function operators.execute_adjustment to console;
