-- Guards the order of states, and that what was signed is never changed.
create or replace function loans.keep_loan() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_no, new.customer_id, new.account_id, new.amount, new.days, new.free_days, new.daily_ppm, new.agreement,
      new.agreement_hash, new.agreement_lang, new.template_version, new.signature_file_id, new.typed_name, new.ip_hash,
      new.signed_at, new.remark, new.approvals_needed, new.review_due_at, new.standing_order, new.set_off)
      is distinct from
      (old.id, old.order_no, old.customer_id, old.account_id, old.amount, old.days, old.free_days, old.daily_ppm, old.agreement,
      old.agreement_hash, old.agreement_lang, old.template_version, old.signature_file_id, old.typed_name, old.ip_hash,
      old.signed_at, old.remark, old.approvals_needed, old.review_due_at, old.standing_order, old.set_off)
    or (old.entry is not null and (new.entry, new.disbursed_at) is distinct from (old.entry, old.disbursed_at))
    or new.principal_paid < old.principal_paid or new.interest_paid < old.interest_paid
  then
    raise exception 'a loan that was signed is never changed' using errcode = 'restrict_violation';
  end if;
  if old.status <> new.status and not (new.status = any (case old.status
    when 'PENDING_REVIEW' then array['APPROVED', 'REJECTED', 'CANCELLED_BY_CUSTOMER']
    when 'APPROVED' then array['ACTIVE']
    when 'ACTIVE' then array['REPAID', 'CANCELLED_14D', 'OVERDUE', 'IN_ARREARS']
    when 'OVERDUE' then array['REPAID', 'CANCELLED_14D', 'IN_ARREARS']
    when 'IN_ARREARS' then array['RESTRUCTURED', 'REPAID', 'WRITTEN_OFF']
    when 'RESTRUCTURED' then array['ACTIVE']
    else '{}'::text[] end))
  then
    raise exception 'a loan does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
