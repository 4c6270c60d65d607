-- Takes a signed application, under the lock of its customer. outcome: 'applied' · 'open': a loan is open or under review ·
-- 'wait': one was rejected less than p_retry ago, `until` is when that ends · 'unverified' · 'held' · 'account': not its
-- customer's. Only 'applied' has changed anything.
create or replace function loans.apply(p_loan loans.application, p_retry interval)
returns table (outcome text, until timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_customer accounts.customers;
  v_rejected timestamptz;
begin
  select * into v_customer from accounts.customers c where c.id = p_loan.customer_id for no key update;
  if not found or v_customer.account_id <> p_loan.account_id then return query select 'account', null::timestamptz; return; end if;
  if v_customer.tier <> 'VERIFIED' then return query select 'unverified', null::timestamptz; return; end if;
  if accounts.is_held(p_loan.customer_id) then return query select 'held', null::timestamptz; return; end if;
  if exists (select from loans.loans l where l.customer_id = p_loan.customer_id
    and l.status in ('PENDING_REVIEW', 'APPROVED', 'ACTIVE', 'OVERDUE', 'IN_ARREARS')) then
    return query select 'open', null::timestamptz; return;
  end if;
  select max(l.decided_at) into v_rejected from loans.loans l where l.customer_id = p_loan.customer_id and l.status = 'REJECTED';
  if v_rejected + p_retry > p_loan.at then return query select 'wait', v_rejected + p_retry; return; end if;
  insert into loans.loans (id, customer_id, account_id, amount, days, free_days, daily_ppm, agreement, agreement_hash,
    agreement_lang, template_version, signature_file_id, typed_name, ip_hash, signed_at, remark, approvals_needed, moved_at, review_due_at,
    standing_order, set_off)
  values (p_loan.id, p_loan.customer_id, p_loan.account_id, p_loan.amount, p_loan.days, p_loan.free_days, p_loan.daily_ppm,
    p_loan.agreement, p_loan.agreement_hash, p_loan.agreement_lang, p_loan.template_version, p_loan.signature_file_id,
    p_loan.typed_name, p_loan.ip_hash, p_loan.at, p_loan.remark, p_loan.approvals_needed, p_loan.at, p_loan.review_due_at,
    p_loan.standing_order, p_loan.set_off);
  return query select 'applied', null::timestamptz;
end $$;
grant execute on function loans.apply to api;
