-- Guards the order of states, and that a repayment plan is never changed.
create or replace function loans.keep_repayment_plan() returns trigger language plpgsql as $$
begin
  if (new.id, new.loan_id, new.customer_id, new.prepared_by, new.prepared_by_name, new.prepared_at, new.principal, new.interest,
      new.payments, new.due_at, new.amounts, new.approvals_needed) is distinct from
      (old.id, old.loan_id, old.customer_id, old.prepared_by, old.prepared_by_name, old.prepared_at, old.principal, old.interest,
      old.payments, old.due_at, old.amounts, old.approvals_needed)
    or (old.accepted_at is not null and (new.agreement, new.agreement_hash, new.agreement_lang, new.ip_hash, new.accepted_at)
      is distinct from (old.agreement, old.agreement_hash, old.agreement_lang, old.ip_hash, old.accepted_at))
    or (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
  then
    raise exception 'a repayment plan is never changed' using errcode = 'restrict_violation';
  end if;
  if old.status <> new.status and not (new.status = any (case old.status
    when 'PREPARED' then array['OFFERED', 'LAPSED']
    when 'OFFERED' then array['ACCEPTED', 'DECLINED', 'LAPSED']
    when 'ACCEPTED' then array['KEPT', 'BROKEN']
    else '{}'::text[] end))
  then
    raise exception 'a repayment plan does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
