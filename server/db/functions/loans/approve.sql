-- An operator's approval of the signed terms; with the last one that it takes, the loan is paid out in the same step.
-- outcome: 'disbursed' · 'waits' for another's · 'same' operator again · 'held': a legal hold of its customer · 'unverified'
-- customer · 'unsigned': not over these terms · 'state': not under review.
create or replace function loans.approve(p_id uuid, p_operator uuid, p_assertion jsonb, p_first_check timestamptz, p_at timestamptz)
returns table (outcome text, given integer, needed integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_customer uuid := (select l.customer_id from loans.loans l where l.id = p_id);
  v_tier text;
  v_loan loans.loans;
  v_given integer;
begin
  -- The customer first, as a legal hold and a freeze lock.
  select c.tier into v_tier from accounts.customers c where c.id = v_customer for no key update;
  select * into v_loan from loans.loans l where l.id = p_id for update;
  if not found or v_loan.status <> 'PENDING_REVIEW' then return query select 'state', 0, 0; return; end if;
  if operators.is_over(p_operator, p_assertion, loans.payload(v_loan), array['finance1', 'finance2']) is distinct from true then
    return query select 'unsigned', 0, v_loan.approvals_needed::integer; return;
  end if;
  if accounts.is_held(v_customer) then return query select 'held', 0, v_loan.approvals_needed::integer; return; end if;
  if v_tier <> 'VERIFIED' then return query select 'unverified', 0, v_loan.approvals_needed::integer; return; end if;
  insert into loans.approvals (loan_id, operator_id, operator_name, assertion, at)
  values (p_id, p_operator, operators.name_of(p_operator), p_assertion, p_at) on conflict do nothing;
  if not found then return query select 'same', 1, v_loan.approvals_needed::integer; return; end if;
  select count(*)::int into v_given from loans.approvals a
  where a.loan_id = p_id and operators.has_role(a.operator_id, array['finance1', 'finance2']);
  if v_given < v_loan.approvals_needed then return query select 'waits', v_given, v_loan.approvals_needed::integer; return; end if;
  update loans.loans l set status = 'APPROVED', moved_at = p_at, decided_at = p_at where l.id = p_id;
  perform loans.disburse(v_loan, p_first_check, p_at);
  return query select 'disbursed', v_given, v_loan.approvals_needed::integer;
end $$;
grant execute on function loans.approve to console;
