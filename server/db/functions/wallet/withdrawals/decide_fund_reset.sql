-- One operator's decision: the fund password that its owner requested is valid from now on, or the old one stays. Returns DONE or
-- REJECTED; GONE where nothing waits; CANCELLED where password, mail or second factor were changed after the request, or
-- the owner is no longer verified, which ends it whatever the operator decides.
create or replace function wallet.decide_fund_reset(p_id uuid, p_operator uuid, p_reason text, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_reset wallet.fund_resets;
begin
  select * into v_reset from wallet.fund_resets r where r.id = p_id for update;
  if not found or v_reset.status <> 'WAITING' then return 'GONE'; end if;
  if p_operator is null then raise exception 'an operator decides' using errcode = 'P0001'; end if;
  if exists (select from auth.security_changes s where s.customer_id = v_reset.customer_id and s.changed_at > v_reset.requested_at)
    or not exists (select from accounts.customers c where c.id = v_reset.customer_id and c.tier = 'VERIFIED'
      and c.status in ('ACTIVE', 'RESTRICTED', 'LEGAL_HOLD'))
  then
    perform wallet.cancel_fund_reset(v_reset.customer_id, p_at);
    return 'CANCELLED';
  end if;
  update wallet.fund_resets r set status = case when p_reason is null then 'DONE' else 'REJECTED' end, reason_code = p_reason,
    hash = null, decided_by = p_operator, decided_at = p_at
  where r.id = p_id;
  if p_reason is not null then return 'REJECTED'; end if;
  update wallet.fund_passwords f set hash = v_reset.hash, changed_at = p_at, wrong_in_row = 0, wrong_at = null, locked_until = null
  where f.customer_id = v_reset.customer_id;
  return 'DONE';
end $$;
grant execute on function wallet.decide_fund_reset to console;
